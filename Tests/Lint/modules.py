#!/usr/bin/env python3
"""Does each folder of Shared/Core and of HostApp use only the folders before it in modules.txt?

A type that is declared at the top of a file of a later folder must not be named. A name that this folder or an earlier one
declares, also within a type, or that is a generic parameter in the file, means that.

And does each module of Shared/Core open with what it is for, guarantees, leaves after a crash and never does?

And does only AppIdentity.swift name the app? Another app can be built on IntrayCore, under names of its own.

And does no type that Shared offers bear the name of one of Apple's? A file that imports both would have to say which.
"""

import re
import sys

import sources

parts = dict(
    line.split(": ") for line in (sources.root / "Tests/Lint/modules.txt").read_text().split("\n")
    if line and line[0] != "#")
failures = []
for part, order in parts.items():
    order = order.split()
    here = {file.relative_to(sources.root / part).parts[0] for file in sources.files(part)}
    failures += [f"{part}/{name} is not in Tests/Lint/modules.txt" for name in sorted(here - set(order))]
    folders = {
        name: [(file, sources.code(sources.text(file))) for file in sources.files(f"{part}/{name}")] for name in order}
    top, every = {}, {}
    for name, files in folders.items():
        found = [sources.declared(code) for _, code in files]
        top[name] = set().union(*(types for types, _ in found))
        every[name] = set().union(*(types for _, types in found))
    for place, name in enumerate(order):
        known = set().union(*(every[earlier] for earlier in order[: place + 1]))
        for file, code in folders[name]:
            own = known | set(re.findall(r"[<,] *([A-Z]\w*)(?=[^<>()]*> *\()", code)) | set(re.findall(r"(?:class|struct|enum) \w+<(\w+)", code))
            used = set(re.findall(r"(?<![\w.])[A-Z]\w*", code)) - own
            for later in order[place + 1 :]:
                failures += [
                    f"{sources.name(file)}: names {type} of {later}, a later folder" for type in sorted(used & top[later])]
for module in parts["Shared/Core"].split():
    opening = [f"/// The module {module}:"] + [f"/// - {label}: " for label in ["For", "Guarantees", "After a crash", "Never"]]
    texts = [sources.text(file) for file in sources.files(f"Shared/Core/{module}")]
    if sum(all(line in text for line in opening) for text in texts) != 1:
        failures.append(f"Shared/Core/{module}: no file opens with the four lines on the module")
failures += [
    f"{sources.name(file)}: names the app, which AppIdentity does"
    for file in sources.files("Shared") if file.name != "AppIdentity.swift" and "intray" in re.sub("Intray(Core|Intake)", "", sources.text(file)).lower()]
offers = re.compile(r"(?m)^(?:@\w+ )*public (?:final )?(?:struct|class|enum|protocol|typealias|actor) (\w+)")
apple = {type for file in sources.files("Tests/Phone/StandIns") for type in offers.findall(sources.text(file))}
failures += [
    f"{sources.name(file)}: {type} is the name of a type of Apple's, too"
    for file in sources.files("Shared") for type in offers.findall(sources.text(file)) if type in apple]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(bool(failures))
