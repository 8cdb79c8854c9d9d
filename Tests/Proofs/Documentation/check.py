#!/usr/bin/env python3
"""Does every link of the documentation site lead to a page, and does a browser show its pages?

    check.py SITE   follows each link in SITE, and loads three pages in Chromium where it is installed
"""

import functools
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading

# What a reader sees of each page once its script has run.
PAGES = {
    "documentation/intraycore": "Identity and conflicts",
    "documentation/intraycore/thewayofadocument": "Staging",
    "documentation/intraycore/appidentity": "attributePrefix",
}
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site, and prints nothing."""

    def log_message(self, *_):
        pass


def followed(site):
    """How many links there are, and those that lead to no page."""
    count, lost = 0, []
    for page in sorted((site / "data").rglob("*.json")):
        for reference in json.loads(page.read_text()).get("references", {}).values():
            url = reference.get("url", "")
            # Links out of the site need a network.
            if not url.startswith("/"):
                continue
            count += 1
            path = site / url.split("#")[0].strip("/")
            if not (path / "index.html").exists() and not path.is_file():
                lost.append(f"{page.relative_to(site)}: {url}")
    return count, lost


def shown(site, browser):
    """The pages that do not show what they should."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        empty = []
        for page, text in PAGES.items():
            # The page is printed when its script had a minute of its own clock.
            command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"]
            address = f"http://127.0.0.1:{server.server_port}/{page}/"
            printed = subprocess.run(command + [address], capture_output=True, text=True, timeout=120)
            # A long name may be broken between its words.
            if text not in re.sub(r"<[^>]*>", "", printed.stdout):
                empty.append(f"{page} does not show “{text}” in {browser}")
        server.shutdown()
        return empty


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = pathlib.Path(sys.argv[1])
    count, faults = followed(site)
    if count == 0:
        faults.append("The site has no links.")
    browser = next(filter(shutil.which, BROWSERS), None)
    if browser:
        faults += shown(site, browser)
    for fault in faults:
        print(fault)
    seen = f", {len(PAGES)} pages in {browser}" if browser else "; no Chromium here, so no page was loaded"
    print(f"docs: {count} links{seen}")
    sys.exit(bool(faults))


main()
