#!/usr/bin/env python3
"""Does every documentation link (two backquotes) name something that is declared?

Of a link like ``Folder/list(_:)`` each part must be declared somewhere: a function with these labels, or a type,
property or case of this name.
"""

import re
import sys

import sources

link = re.compile(r"``([^`\n]+)``")
callable = re.compile(r"\b(?:func +([\w`]+|[^\s\w(]+)|(init)[?]?|(subscript)|case +(\w+))(?:<[^>]*>)?\(")
plain = re.compile(
    r"\b(?:var|let|case|struct|class|enum|protocol|typealias|actor|associatedtype) +`?(\w+)|, +(\w+)(?= *(?:[,=\n]|$))")


def labels(code, start):
    """The labels of the parameters whose list begins at a place, as a link spells them."""
    depth, parts, part = 0, [], ""
    for character in code[start : start + 2_000].replace("->", ""):
        depth += character in "([{<"
        depth -= character in ")]}>"
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts, part = parts + [part], ""
        else:
            part += character
    names = [re.match(r"\s*(?:@\w+ +)*(\w+)(?: +\w+)? *:", part) for part in parts + [part] if part.strip()]
    return "".join((name.group(1) if name else "_") + ":" for name in names)


known = set()
for file in sources.files(*sources.product, "Tests"):
    code = sources.code(sources.text(file))
    for found in callable.finditer(code):
        name = next(group for group in found.groups() if group).strip("`")
        known |= {name, f"{name}({labels(code, found.end())})"}
    for found in plain.finditer(code):
        known.add(found.group(1) or found.group(2))
failures = []
for file in sources.files(*sources.product, "Tests"):
    for number, line in enumerate(sources.text(file).split("\n"), 1):
        if not line.lstrip().startswith("//"):
            continue
        for target in link.findall(line):
            if any(part not in known for part in target.split("/") if part != "Swift"):
                failures.append(f"{sources.name(file)}:{number}: ``{target}`` names nothing")
print("\n".join(failures), end="\n" if failures else "")
sys.exit(bool(failures))
