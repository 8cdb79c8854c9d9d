#!/usr/bin/env python3
"""Do the pages show pictures that are there, are all pictures shown, and do README's commands run?

    pages.py   in the repository's folder. The simulator's commands run on a phone of their own; of make only whether there is
               such a goal is asked, because some goals take hours and some need a Mac.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

PICTURES = "Tests/Phone/Pictures"


def pages():
    """The pages of the repository, with their text."""
    names = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split("\n")
    return {pathlib.Path(name): pathlib.Path(name).read_text() for name in names if name and pathlib.Path(name).exists()}


def problem(picture):
    """What is wrong with a picture; None is nothing."""
    if not picture.is_file():
        return "is not there"
    if picture.suffix != ".svg":
        return None
    try:
        root = xml.etree.ElementTree.parse(picture).getroot()
    except xml.etree.ElementTree.ParseError as error:
        return f"is no SVG: {error}"
    return None if root.get("viewBox") else "has no viewBox"


def shown(pages):
    """The pictures that pages name, and what is wrong with them."""
    named, wrong = set(), []
    for page, text in pages.items():
        for target in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", text) + re.findall(r"<img[^>]* src=\"([^\"]+)\"", text):
            # DocC finds pictures by their names alone, and says so itself; others need a network.
            if re.match(r"https?:", target) or ".docc" in str(page):
                continue
            picture = page.parent / target
            named.add(picture.resolve())
            if fault := problem(picture):
                wrong.append(f"{page}: {target} {fault}")
        # A link to a folder shows what is in it.
        for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)\)", text):
            if (page.parent / target).is_dir():
                named |= {picture.resolve() for picture in (page.parent / target).glob("*.svg")}
    everything = pathlib.Path(PICTURES).rglob("*.svg")
    return named, wrong + [f"{one} is on no page" for one in sorted(everything) if one.resolve() not in named]


def commands(text):
    """The commands of a page: the lines of its blocks for a shell, and what it spells as a command in a sentence."""
    blocks = re.findall(r"^```\n(.*?)^```", text, re.M | re.S)
    lines = [line.split("#")[0] for block in blocks for line in block.split("\n")]
    lines += re.findall(r"`((?:make|swift run)[^`…]*)`", text.replace("\n", " "))
    parts = [part.strip() for line in lines for part in line.split("&&")]
    return list(dict.fromkeys(part for part in parts if part.startswith(("make", "swift run"))))


def failed(commands):
    """The commands that do not run."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            words = shlex.split(command)
            words += ["--dry-run"] if words[0] == "make" else ["--device", folder + "/phone"]
            result = subprocess.run(words, capture_output=True, text=True)
            if result.returncode != 0:
                wrong.append(f"README.md: {command}: {(result.stderr.strip() or 'fails').splitlines()[-1]}")
    return wrong


def main():
    """Prints what is wrong."""
    all_pages = pages()
    pictures, wrong = shown(all_pages)
    run = commands(all_pages[pathlib.Path("README.md")])
    wrong += failed(run)
    print("\n".join(wrong) if wrong else f"pages: {len(pictures)} pictures are there, {len(run)} commands of README run")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
