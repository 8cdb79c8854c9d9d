#!/usr/bin/env python3
"""Plays pages in WebKit itself, the engine of Safari.

    play.py PAGE.js SIMULATOR [SEED]

Says which pages the script hands over otherwise than they are, and which nameless HTML Intray calls otherwise than WebKit does.
A slash, which no name has, counts as the hyphen in its place. The script runs in a world of its own, as Safari runs that of an
extension: it shares the page's nodes, not its variables. Behind the pages here come random ones, of a seed.
"""

import base64
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

# It plays pages of its own only, and a container has no namespaces for the sandbox.
os.environ.setdefault("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

WORK = tempfile.mkdtemp()
CALL = """(()=>{%s;let r="it called nothing";ExtensionPreprocessingJS.run({completionFunction:x=>{try{
r=JSON.stringify(x,(k,v)=>v instanceof Node?"NODE "+v.nodeName:v)}catch(e){r="cannot be handed over: "+e}}});return r})()"""

# name, page, what the page does first, what must be handed over (None: look at it)
PAGES = [
    ("plain", "<title>A page</title><p id=p>Some words</p>", "getSelection().selectAllChildren(p)", ("A page", "Some words")),
    ("a form is called title", "<title>A page</title><form name=title></form>", "", ("A page", "")),
    ("a picture is called title", "<title>A page</title><img name=title>", "", ("A page", "")),
    ("two forms are called title", "<title>A page</title><form name=title></form><form name=title></form>", "", ("A page", "")),
    ("a form is called URL", "<title>A page</title><form name=URL></form>", "", ("A page", "")),
    ("words in a frame", "<title>A</title><iframe id=f srcdoc='<p id=q>Frame words</p>'></iframe>",
     "setTimeout(()=>{f.contentWindow.focus();let d=f.contentDocument;d.getSelection().selectAllChildren(d.getElementById('q'))},200)", ("A", "Frame words")),
    ("words in a field", "<title>A</title><textarea id=t>Field words</textarea>", "t.focus();t.select()", ("A", "Field words")),
    ("a password", "<title>A</title><input id=t type=password value=secret>", "t.focus();t.select()", ("A", "")),
    ("words in a shadow", "<title>A</title><div id=h></div>",
     "h.attachShadow({mode:'open'}).innerHTML='<p>Shadow words</p>';getSelection().selectAllChildren(h.shadowRoot.firstChild)", ("A", "Shadow words")),
    ("the page replaced getSelection", "<title>A</title><p id=p>Words</p>", "getSelection().selectAllChildren(p);window.getSelection=()=>{throw 1}", ("A", "Words")),
    ("a form is called getSelection", "<title>A</title><form name=getSelection></form><p id=p>Words</p>",
     "getSelection=null;document.createRange();window.find('Words')", ("A", "Words")),
    ("a password in a frame", "<title>A</title><iframe id=f srcdoc='<input id=t type=password value=secret>'></iframe>",
     "setTimeout(()=>{f.contentWindow.focus();let t=f.contentDocument.getElementById('t');t.focus();t.select()},200)", ("A", "")),
    ("no title", "<h1>Heading</h1>", "", ("", "")),
]
HTML = {
    "plain": b"<html><head><title>A plain page</title></head><body>x",
    "upper case": b"<HTML><HEAD><TITLE>Upper page</TITLE>",
    "an attribute with >": b"<title data-x='a>b' lang=en>Attr page</title>",
    "in a comment": b"<!-- <title>Wrong</title> --><title>Right</title>",
    "in a script": b"<script>var a='<title>Wrong</title>';</script><title>Right</title>",
    "in a style": b"<style>/* <title>Wrong</title> */</style><title>Right</title>",
    "in a picture": b"<body><svg><title>Icon</title></svg><title>Right</title>",
    "in a field": b"<textarea><title>Wrong</title></textarea><title>Right</title>",
    "in a template": b"<template><title>Wrong</title></template><title>Right</title>",
    "in noscript": b"<head><noscript><title>Wrong</title></noscript><title>Right</title></head>",
    "in what is no CDATA": b"<![CDATA[<title>Wrong</title>]]><title>Right</title>",
    "two": b"<title>First</title><title>Second</title>",
    "over lines": b"<title>\n   Many \t  blanks \n here </title>",
    "tags inside": b"<title>A <b>bold</b> title</title>",
    "entities": "<title>Q&amp;A &#8211; &lt;b&gt; caf&eacute; &copy; &#x1F600;</title>".encode(),
    "entities without ;": b"<title>AT&ampT &copy 2026 &lt x</title>",
    "entities of Windows": b"<title>It&#146;s &#151; ok</title>",
    "never closed": b"<title>Never closed",
    "Latin 1": "<meta charset=iso-8859-1><title>Größe café</title>".encode("latin-1"),
    "Windows": b"<meta http-equiv='Content-Type' content='text/html; charset=windows-1252'><title>\x93Quotes\x94 \x80 5</title>",
    "Shift JIS": "<meta charset=Shift_JIS><title>日本語の題</title>".encode("shift_jis"),
    "EUC-KR": "<meta charset=euc-kr><title>한국어 제목</title>".encode("euc-kr"),
    "GBK": "<meta charset=gb2312><title>中文标题</title>".encode("gbk"),
    "KOI8": "<meta charset=koi8-r><title>Заголовок</title>".encode("koi8-r"),
    "UTF-16": b"\xff\xfe" + "<title>Sixteen é</title>".encode("utf-16-le"),
    "XHTML": '<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Xhtml page</title></head><body/></html>'.encode(),
}


def random_pages(seed, count=40):
    """Pages of parts that a reader of titles may take for others, in any order."""
    dice = random.Random(seed)
    words = ["Tea", "caf&eacute;", "A &amp; B", "1 &lt; 2", "&copy 2026", "It&#146;s", "&#x1F600;", "\n  new  line\t", "&unknown;",
             "R&D", "x > y", "<b>bold</b>", "Größe", "日本", "&ndash;", "&quot;so&quot;", "&hellip;", "&Uuml;ber"]
    parts = ["<!-- %s -->", "<script>var a = '%s';</script>", "<style>/* %s */</style>", "<svg><g>%s</g></svg>", "<svg/>",
             "<template>%s</template>", "<noscript>%s</noscript>", "<textarea>%s</textarea>", "<iframe>%s</iframe>", "<p>%s</p>",
             "<a title='%s' href=x>y</a>", "<math><mi>%s</mi></math>", "<?php %s ?>", "<![CDATA[%s]]>", "<!DOCTYPE html>", "<meta charset=utf-8>",
             "<noembed>%s</noembed>", "<xmp>%s</xmp>", "<div data-x=\"a>b\">z</div>", "<!-->", "a < b", "<br/>"]
    tags = ["title", "TITLE", "title lang=en", "title data-a='x>y'", 'title id="a" class=b']

    def title():
        tag = dice.choice(tags)
        return "<%s>%s</%s>" % (tag, " ".join(dice.choices(words, k=dice.randint(1, 4))), tag.split()[0])

    for number in range(count):
        page = ""
        for part in dice.choices(parts, k=dice.randint(0, 5)):
            page += part.replace("%s", title() if dice.random() < 0.6 else "words")
        page += title()
        if dice.random() < 0.3:
            page += title()
        yield "random %d of seed %d" % (number, seed), b"<meta charset=utf-8>" + page.encode()


def each(items, load, code, answer, wait=60):
    """Loads each item in a view of its own and asks the code."""
    def step(i):
        if i == len(items):
            Gtk.main_quit()
            return False
        view, window, once = WebKit2.WebView(), Gtk.OffscreenWindow(), []
        window.add(view)
        window.show_all()

        def done(v, result):
            try:
                answer(items[i], v.evaluate_javascript_finish(result).to_string())
            except Exception as e:
                answer(items[i], "error: %s" % e)
            window.destroy()
            GLib.idle_add(step, i + 1)

        def ask():
            script, world = code(items[i])
            view.evaluate_javascript(script, -1, world, None, None, done)
            return False

        def changed(v, event):
            if event == WebKit2.LoadEvent.FINISHED and not once:
                once.append(1)
                first = items[i][2] if len(items[i]) > 2 else ""
                if first:
                    view.evaluate_javascript(first, -1, None, None, None, lambda *_: GLib.timeout_add(500, ask))
                else:
                    GLib.timeout_add(30, ask)
        view.connect("load-changed", changed)
        load(view, items[i])
        return False
    GLib.idle_add(step, 0)
    GLib.timeout_add_seconds(wait, Gtk.main_quit)
    Gtk.main()


wrong = 0
script = open(sys.argv[1]).read()


def page(item, said):
    global wrong
    try:
        got = json.loads(said)
        got = (got.get("title"), got.get("selection"), got.get("url"))
    except ValueError:
        got = said
    if got != (item[3][0], item[3][1], "https://example.com/page?a=1"):
        wrong += 1
        print("Page.js: %s: %r" % (item[0], got))


each(PAGES, lambda v, i: v.load_html(i[1], "https://example.com/page?a=1"), lambda i: (CALL % script, "extension"), page)
simulator, real = sys.argv[2], {}
HTML.update(random_pages(int(sys.argv[3]) if len(sys.argv) > 3 else 54))


def open_page(view, item):
    path = os.path.join(WORK, "p.xhtml" if item[0] == "XHTML" else "p.html")
    open(path, "wb").write(item[1])
    view.load_uri("file://" + path)


each(list(HTML.items()), open_page, lambda i: ("String(document.title)", None), lambda i, t: real.update({i[0]: t}), 300)
for name, data in HTML.items():
    device, offer = os.path.join(WORK, "device"), os.path.join(WORK, "offer.json")
    bytes = base64.b64encode(data).decode()
    json.dump({"items": [{"attachments": [{"representations": [{"type": "public.html", "base64": bytes}]}]}]}, open(offer, "w"))
    shutil.rmtree(device, ignore_errors=True)
    for words in (["launch"], ["share", "--offer", offer], ["launch"]):
        subprocess.run([simulator, "--device", device] + words, capture_output=True, timeout=60)
    got = [n.rsplit(".", 1)[0] for n in os.listdir(device + "/AppGroup/Documents")]
    # A page without a title is called by its words.
    if real.get(name) != "" and got != [(real.get(name) or "").replace("/", "-")]:
        wrong += 1
        print("title: %s: WebKit %r, Intray %r of %r" % (name, real.get(name), got, data))
shutil.rmtree(WORK, ignore_errors=True)
print("browser: %d pages, %d titles, %d wrong" % (len(PAGES), len(HTML), wrong))
sys.exit(1 if wrong else 0)
