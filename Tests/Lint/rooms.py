#!/usr/bin/env python3
"""Does each room of Shared/Core use only the rooms above it in rooms.txt?

A type that is declared at the top of a file of a later room must not be named. A name that this room or an earlier one
declares, also within a type, or that is a generic parameter in the file, means that.

And does each room open with what it is for, guarantees, leaves after a crash and never does?

And does only AppIdentity.swift name the app? Another app can be built on Shared, under names of its own.
"""

import pathlib
import re
import sys

import sources

order = [
    line for line in (sources.root / "Tests/Lint/rooms.txt").read_text().split("\n") if line and line[0] != "#"]
core = sources.root / "Shared/Core"
failures = [f"{folder.name} is not in Tests/Lint/rooms.txt" for folder in core.iterdir() if folder.name not in order]
rooms = {room: [(file, sources.code(sources.text(file))) for file in sources.files(f"Shared/Core/{room}")] for room in order}
for room, files in rooms.items():
    opening = [f"/// The room {room}:"] + [f"/// - {label}: " for label in ["For", "Guarantees", "After a crash", "Never"]]
    texts = [sources.text(file) for file, _ in files]
    if sum(all(line in text for line in opening) for text in texts) != 1:
        failures.append(f"Shared/Core/{room}: no file opens with the four lines on the room")
top, every = {}, {}
for room, files in rooms.items():
    found = [sources.declared(code) for _, code in files]
    top[room] = set().union(*(types for types, _ in found))
    every[room] = set().union(*(types for _, types in found))
for place, room in enumerate(order):
    known = set().union(*(every[earlier] for earlier in order[: place + 1]))
    for file, code in rooms[room]:
        own = known | set(re.findall(r"[<,] *([A-Z]\w*)(?=[^<>()]*> *\()", code)) | set(re.findall(r"(?:class|struct|enum) \w+<(\w+)", code))
        used = set(re.findall(r"(?<![\w.])[A-Z]\w*", code)) - own
        for later in order[place + 1 :]:
            failures += [f"{sources.name(file)}: names {type} of {later}, a later room" for type in sorted(used & top[later])]
failures += [
    f"{sources.name(file)}: names the app, which AppIdentity does"
    for file in sources.files("Shared") if file.name != "AppIdentity.swift" and "intray" in sources.text(file).lower()]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(bool(failures))
