#!/usr/bin/env python3
"""Is each SF Symbol that the code names in symbols.txt, and does the oldest iOS that Intray runs on have it?

No compiler checks such a name, and a wrong one shows nothing. A literal is one where it is given as `systemImage:`,
`systemName:`, `systemImageName:` or `symbol:`, in a declaration with "symbol" in its first line, and in an Info.plist.
"""

import plistlib
import re
import sys

import sources

given = re.compile(r"(?:\b(?:systemImage|systemName|systemImageName|symbol): *|\.symbol\()([^,)\n]*)")
declares = re.compile(r"^( *)[^/\n]*\b(?:let|var|func)\b[^\n]*[sS]ymbol\b[^\n]*$", re.M)
literal = re.compile(r'"([a-z0-9]+(?:\.[a-z0-9]+)*)"')

listed = dict(
    line.split() for line in (sources.root / "Tests/Lint/symbols.txt").read_text().split("\n") if line and line[0] != "#")
oldest = tuple(map(int, re.search(r'iOS: "([\d.]+)"', (sources.root / "project.yml").read_text())[1].split(".")))

found = {}
for file in sources.files(*sources.product, "Tests/Phone/Example"):
    code = re.sub(r"(?m)//.*$", "", sources.text(file))
    parts = [match[1] for match in given.finditer(code)]
    for match in declares.finditer(code):
        # To the line that closes it, if it has a body.
        end = code.find(f"\n{match[1]}}}", match.end()) if match[0].endswith("{") else match.end()
        parts.append(code[match.start() : end])
    for name in (name for part in parts for name in literal.findall(part)):
        found.setdefault(name, sources.name(file))
for file in (sources.root / place / "Info.plist" for place in ("HostApp", "Tests/Phone/Example/HostApp")):
    for item in plistlib.loads(file.read_bytes()).get("UIApplicationShortcutItems", []):
        found.setdefault(item["UIApplicationShortcutItemIconSymbolName"], sources.name(file))

failures = [
    f"{file}: “{name}” is not in Tests/Lint/symbols.txt" for name, file in sorted(found.items()) if name not in listed]
failures += [f"Tests/Lint/symbols.txt: no code names “{name}”" for name in sorted(listed) if name not in found]
failures += [
    f"Tests/Lint/symbols.txt: “{name}” is new in iOS {since}" for name, since in sorted(listed.items())
    if tuple(map(int, since.split("."))) > oldest]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(bool(failures))
