#!/usr/bin/env python3
"""Does the product refer to each thing that it declares?

What only tests or benchmarks refer to is dead in the app. A name counts as referred to when the product's code has it
anywhere but in declarations, or when a stand-in declares it: then Apple's frameworks call it. What else must stay is in
unused.txt, each with its reason.
"""

import re
import sys

import sources

declaration = re.compile(r"\b(?:func|var|let|struct|class|enum|protocol|typealias|actor) +`?(\w+)")
case = re.compile(r"(?m)^ *(?:indirect )?case ([a-z][^\n]*[^:\n])$")


def names(code):
    """What code declares, each as often as it does."""
    yield from declaration.findall(code)
    for line in case.findall(code):
        while "(" in line:
            line = re.sub(r"\([^()]*\)|\([^()]*$", "", line)
        yield from (re.match(r"\s*(\w*)", part).group(1) for part in line.split(","))


kept = dict(
    line.split(": ", 1) for line in (sources.root / "Tests/Lint/unused.txt").read_text().split("\n")
    if line and line[0] != "#")
system = set()
for file in sources.files("Tests/Phone/StandIns"):
    system |= set(re.findall(r"\w+", sources.code(sources.text(file))))
declared, referred = {}, {}
for file in sources.files(*sources.product):
    code = sources.code(sources.text(file))
    for name in names(code):
        declared.setdefault(name, []).append(sources.name(file))
    for name in re.findall(r"\w+", code):
        referred[name] = referred.get(name, 0) + 1
failures = [
    f"{places[0]}: nothing in the product refers to {name}" for name, places in sorted(declared.items())
    if name != "_" and referred.get(name, 0) <= len(places) and name not in system and name not in kept]
failures += [f"Tests/Lint/unused.txt: {name} is referred to, or gone" for name in kept
  if name not in declared or referred.get(name, 0) > len(declared[name])]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(bool(failures))
