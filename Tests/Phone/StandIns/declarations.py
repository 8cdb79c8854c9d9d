#!/usr/bin/env python3
"""Names the public declarations of the stand-ins that break a rule of README.md, and exits with 1 if any does.

Writes the table of all of them: .build/declarations.md.
"""

import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from swift_declarations import read  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
HERE = "Tests/Phone/StandIns"
SHAPES = ROOT / HERE / "shapes.txt"
TABLE = ROOT / ".build/declarations.md"
PRODUCT = ("Shared", "ShareExtension", "FileProviderExtension", "HostApp")
SWIFTUI_LINES = 4_200
APPLE = "https://developer.apple.com/documentation/"

# What the language or a protocol of the standard library needs, although no file spells its name.
LANGUAGE = [
    (r"(init|subscript|deinit)", "has no name of its own; it stands and falls with its type"),
    (r"build(Block|Expression|If|Either)", "a result builder's methods, which blocks call"),
    (r"(wrapped|projected)Value", "a property wrapper's, which `@` and `$` call"),
    (r"callAsFunction", "called by calling the value"),
    (r"StringInterpolation|append(Literal|Interpolation)", "called by string interpolation"),
    (r"rawValue", "RawRepresentable and OptionSet"),
    (r"==|hash|isEqual|encode|copy|description|errorDescription", "Hashable, NSObject, Codable, NSCopying, String(_:)"),
    (r"_nsError(Domain)?|_ErrorType", "what bridges an error to NSError"),
    (r"_\w*[bB]ridge\w*ObjectiveC|BridgedData", "what bridges a value to NSData"),
    (r"main", "called by `@main`"),
    (r"supportsSecureCoding", "NSSecureCoding"),
    (r"readableTypeIdentifiersForItemProvider", "NSItemProviderReading, which providers call"),
    (r"update", "DynamicProperty's, which the harness calls"),
    (r"makeBody|previewItemURL", "a style's, which SwiftUI calls, and an item's, which Quick Look calls"),
    (r"(form)?(Union|union|Intersection|intersection|SymmetricDifference|symmetricDifference)", "SetAlgebra"),
]
# What is declared whole, although the product names a part of it: the system may give any of the values.
WHOLE = (
    "Code", "NSFileProviderError", "NSFileProviderItemFields", "NSFileProviderModifyItemOptions",
    "NSFileProviderContentPolicy", "OptionalItemProperties", "NSFileProviderItemProtocol", "QLPreviewItemEditingMode",
    "IntControlStyle", "IntentAuthenticationPolicy", "EditMode", "AppIntent", "Ordering",
)
# Cases that the harness itself makes, of types that the tests compare.
HARNESS_CASES = ("Role", "HarnessError")
# How sure a source is. A comment can say something else: "Certainty: …".
CERTAINTY = [
    ("documented", r"//developer\.apple\.com/|//docs\.swift\.org/|/swift-evolution/"),
    ("binding", r"objc2|dotnet/macios"),
]

# Modules that Apple writes in Swift: their declarations were compared with the interface of the SDK for iOS 17 or 18.
INTERFACE = ("AppIntents", "SwiftUI")

# Whose pages are under another name than the module's.
PAGES = {"AppleFoundation": "foundation", "notify": "darwinnotify"}

LANGUAGE_NAME = re.compile("|".join(f"(?:{pattern})" for pattern, _ in LANGUAGE))
SIDE = re.compile(r"\b(system|simulator)'s side\b")
OURS = re.compile(r"The (system|simulator)'s side\b")
TYPES = {"struct", "class", "enum", "protocol", "actor", "typealias"}


def swift_files(*folders):
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *(f"{f}/*.swift" for f in folders)],
        cwd=ROOT, capture_output=True, text=True, check=True)
    return [f for f in dict.fromkeys(listed.stdout.split()) if (ROOT / f).exists()]


def words(files):
    found = set()
    for file in files:
        found.update(re.findall(r"\w+", re.sub(r"//.*", "", (ROOT / file).read_text(encoding="utf-8"))))
    return found


class StandIns:
    """The public declarations of all stand-ins."""

    def __init__(self):
        self.files = swift_files(HERE)
        self.declarations, self.extensions, self.file_comments = [], [], {}
        every = []
        for file in self.files:
            text = (ROOT / file).read_text(encoding="utf-8")
            self.file_comments[file] = "\n".join(re.findall(r"^//(?!/) ?(.*)$", text, re.M))
            every += read(file, text)
        own = {d.name for d in every if d.kind in TYPES}
        seen = {d.name for d in every if d.kind in TYPES and d.is_public}
        self.hidden = own - seen
        self.types = {".".join(x.name for x in [*reversed(d.above), d]): d for d in every if d.kind in TYPES}
        for d in every:
            if d.kind == "extension":
                self.extensions.append(d)
            elif d.is_public and not any(self.is_hidden(a) for a in d.above):
                self.declarations.append(d)

    def is_hidden(self, declaration):
        if declaration.kind == "extension":
            return declaration.name.split(".")[-1] in self.hidden
        return not declaration.is_public

    def is_side(self, d):
        return "/SwiftUI/ViewHarness/" in d.file or any(SIDE.search(x.comment.replace("\n", " ")) for x in [d, *d.above])

    def module(self, d):
        return d.file.removeprefix(f"{HERE}/").split("/")[0]

    def source(self, d):
        """A link, or "side": what begins with "The system's side" is no declaration of Apple's.

        Without a link in a comment it is Apple's page: of a type, and of a function or property with a name of its own, its
        own page; of anything else, that of the type. The twin of a method is on the page of the method.
        """
        own = link(d.comment)
        if own:
            return own
        if "/SwiftUI/ViewHarness/" in d.file or any(OURS.match(x.comment) for x in [d, *d.above]):
            return "side"
        for other in d.parent.members if d.parent else []:
            if twin(other) == label(d):
                return self.source(other)
        around = self.source_around(d)
        has_page = around.startswith(APPLE) and not around.endswith(")") and "override" not in d.modifiers
        if has_page and d.kind in ("func", "var", "let", *TYPES) and not LANGUAGE_NAME.fullmatch(d.name):
            return f"{around}/{label(d).lower()}"
        return around

    def source_around(self, d):
        """The source of what a declaration stands in: a type, an extension of one, or a module."""
        module = self.module(d)
        page = APPLE + PAGES.get(module, module).lower()
        if d.parent and d.parent.kind != "extension":
            return self.source(d.parent)
        type_ = d.parent and self.types.get(d.parent.name)
        if type_ and not link(d.parent.comment):
            return self.source(type_)
        own = link(d.parent.comment if d.parent else "") or link(self.file_comments[d.file])
        if own:
            return own
        return page + "/" + d.parent.name.replace(".", "/").lower() if d.parent else page

    def attribute(self, d, pattern):
        for x in [d, *d.above]:
            match = re.search(pattern, x.attributes)
            if match:
                return match
        return None


def link(comment):
    found = re.search(r"<(https?://[^>]+)>", comment)
    return found and found[1]


def twin(d):
    match = re.search(r'renamed: "([^"]+)"', d.attributes)
    return match[1] if match else ""


def unused(all_):
    """Declarations that neither a caller nor another declaration needs."""
    product = words(swift_files(*PRODUCT))
    tests = words([f for f in swift_files("Tests") if not f.startswith(f"{HERE}/")])
    modules = {}
    for file in all_.files:
        modules.setdefault(file.removeprefix(f"{HERE}/").split("/")[0], []).append(file)
    modules = {name: words(files) for name, files in modules.items()}
    def named(d, name):
        if LANGUAGE_NAME.fullmatch(name) or name in product or d.kind == "associatedtype":
            return True
        if d.parent and d.parent.name in WHOLE:
            return True
        if all_.is_side(d):
            others = (w for module, w in modules.items() if module != all_.module(d))
            if name in tests or any(name in w for w in others):
                return True
        if d.kind == "case" and d.parent.name in HARNESS_CASES and all_.is_side(d):
            return True
        return twin(d).split("(")[0] in product if twin(d) else "override" in d.modifiers

    waiting = [(d, name) for d in all_.declarations for name in d.names]
    needed = [(d, name) for d, name in waiting if named(d, name)]
    # A declaration that is needed needs what its head names: types, and default values.
    while True:
        waiting = [x for x in waiting if x not in needed]
        heads = [(d, f"{d.attributes} {d.head} {' '.join(f'{a.attributes} {a.head}' for a in d.above)}") for d, _ in needed]
        heads += [(e, e.head) for e in all_.extensions if ":" in e.head]
        text = {}
        for d, head in heads:
            text.setdefault(id(d), (d, set(re.findall(r"\w+", head)), set(re.findall(r"(?<=[\s(\[])\.(\w+)", head))))
        found = []
        for d, name in waiting:
            for other, named_types, named_values in text.values():
                if other is d or d in other.above:
                    continue
                if other.kind == "extension" and other.name.split(".")[-1] == name:
                    continue
                if name in (named_types if d.kind in TYPES else named_values):
                    found.append((d, name))
                    break
        if not found:
            return waiting
        needed += found


def title(d):
    return ".".join([*(x.name for x in reversed(d.above)), label(d, "/".join(d.names))])


def label(d, label=None):
    label = label or d.name
    if d.kind in ("func", "init", "subscript"):
        start = d.head.find("(")
        depth, labels, at = 0, [], start
        parameters, part = [], ""
        for letter in d.head[start:]:
            depth += {"(": 1, "[": 1, "<": 1, ")": -1, "]": -1}.get(letter, 0) - (letter == ">" and part[-1:] != "-")
            if depth == 0:
                break
            if letter == "," and depth == 1:
                parameters.append(part)
                part = ""
            elif not (letter == "(" and depth == 1):
                part += letter
        for parameter in [*parameters, part]:
            word = re.match(r"\s*(?:@\w+(?:<[^>]*>)?\s+)*(\w+)", parameter)
            if word:
                labels.append(word[1] + ":")
        optional = "?" if d.kind == "init" and d.head.split("init", 1)[1].startswith("?") else ""
        label = f"{d.name}{optional}({''.join(labels)})"
    return label


def shapes(all_):
    """What the generic types, aliases and result builders of the stand-ins look like, and where they stand.

    A builder's shape is how many methods of each name it has, beside its parameters.
    """
    found = {}
    for d in all_.declarations:
        if d.kind not in TYPES or all_.is_side(d) or d.name.startswith("_") or LANGUAGE_NAME.fullmatch(d.name):
            continue
        # What Apple's declarations write out, because an older SDK declares it in another way.
        if d.kind == "typealias" and re.search(r"\bHandlers\b|QLThumbnailGenerator", " ".join(a.name for a in d.above)):
            continue
        head, name = " ".join(d.head.split()), ".".join([*(x.name for x in reversed(d.above)), d.name])
        if d.kind == "typealias":
            found[f"{all_.module(d)} {name} = {head.split(' = ', 1)[-1]}"] = d
            continue
        head = re.sub(r"^(?:[a-z]+ )*" + d.kind + r" \w+", "", f"{d.kind} {head.split(d.kind + ' ', 1)[-1]}")
        parameters, rest = generics(head)
        counts = {}
        for other in all_.declarations:
            if other.kind == "func" and other.name.startswith("build") and d.name in (a.name for a in other.above[:1]):
                counts[other.name] = counts.get(other.name, 0) + 1
        if not parameters and not counts:
            continue
        needs = [f"{name}: {part.strip()}" for name, kinds in parameters if kinds for part in kinds.split("&")]
        where = re.search(r"\bwhere (.*)$", rest)
        needs += [re.sub(r"\s*:\s*", ": ", part.strip()) for part in (where[1].split(",") if where else [])]
        shape = f"{all_.module(d)} {name}" + (f"<{', '.join(name for name, _ in parameters)}>" if parameters else "")
        shape += f" where {', '.join(sorted(needs))}" if needs else ""
        shape += "".join(f", {name} {count}" for name, count in sorted(counts.items()))
        found[shape] = d
    return found


def generics(head):
    """The generic parameters at the start of a text, each with its constraint, and what follows them."""
    if not head.lstrip().startswith("<"):
        return [], head
    depth, part, parts = 0, "", []
    for at, letter in enumerate(head):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == "<" and depth == 1:
            continue
        if depth == 0 or letter == "," and depth == 1:
            parts.append(part)
            part = ""
            if depth == 0:
                break
        else:
            part += letter
    names = [(part.split(":", 1)[0].strip(), part.split(":", 1)[1].strip() if ":" in part else "") for part in parts]
    return names, head[at + 1 :]


def known_shapes():
    """The shapes as Apple documents them, each with how that is known."""
    lines = [line for line in SHAPES.read_text(encoding="utf-8").split("\n") if line and line[0] != "#"]
    return {line.rsplit(" [", 1)[0]: line.rsplit(" [", 1)[1].rstrip("]") for line in lines}


def table(all_):
    rows = set()
    for d in all_.declarations:
        source = all_.source(d)
        certainty = None
        for x in [d, *d.above]:
            certainty = certainty or re.search(r"Certainty: (.+?)\.?$", x.comment, re.M)
        if source == "side":
            shown, sure = "the system's side", ""
        else:
            sure = certainty[1] if certainty else "seen in the interface" if all_.module(d) in INTERFACE else next(
                (word for word, pattern in CERTAINTY if re.search(pattern, source or "")), "report")
            shown = (source or "").replace(APPLE, "apple:")
        since = all_.attribute(d, r"@available\(iOS (\d+(?:\.\d+)?)")
        introduced = since[1] if since else ""
        if all_.attribute(d, r"@available\(iOS, unavailable\)"):
            introduced = "not on iOS"
        past = all_.attribute(d, r"@available\(iOS, introduced: ([\d.]+), deprecated: ([\d.]+)")
        if past:
            introduced = f"{past[1]}, deprecated {past[2]}"
        rows.add((all_.module(d), title(d), shown, introduced, twin(d), sure))
    lines = [
        "# Public declarations of the stand-ins",
        "",
        f"- *source*: `apple:` is `{APPLE}`. README.md of the stand-ins says how it is found. *the system's side* is",
        "  what only the simulator and the tests call; it has no source.",
        "- *introduced*: the first iOS that has it, where that is later than 18.0, or when it was deprecated.",
        "- *twin*: the asynchronous form of a method with a completion handler.",
        "- *certainty*: *seen in the interface* of Apple's SDK, *documented* by Apple or the Swift project, seen in a *binding*",
        "  of the headers, or in another *report*.",
        "",
        "| module | declaration | source | introduced | twin | certainty |",
        "|---|---|---|---|---|---|",
    ]
    code = lambda text: f"`{text}`" if text else ""  # noqa: E731
    for module, name, source, introduced, other, sure in sorted(rows, key=lambda r: ([x.lower() for x in r], r)):
        linked = source if source == "the system's side" else code(source)
        lines.append(f"| {module} | {code(name)} | {linked} | {introduced} | {code(other)} | {sure} |")
    return "\n".join(lines) + "\n"


def check(all_):
    problems = []
    for d, name in unused(all_):
        problems.append(f"{d.file}:{d.line}: neither the product nor the system's side names “{name}”")
    size = sum((ROOT / f).read_text(encoding="utf-8").count("\n") for f in all_.files if f.startswith(f"{HERE}/SwiftUI/"))
    if size > SWIFTUI_LINES:
        problems.append(f"{HERE}/SwiftUI: {size} lines, and at most {SWIFTUI_LINES} are allowed")
    here, known = shapes(all_), known_shapes()
    for shape, d in here.items():
        if shape not in known:
            problems.append(f"{d.file}:{d.line}: shapes.txt does not have: {shape}")
    problems += [f"{HERE}/shapes.txt: no stand-in has: {shape}" for shape in known if shape not in here]
    return problems


if __name__ == "__main__":
    stand_ins = StandIns()
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table(stand_ins), encoding="utf-8")
    found = check(stand_ins)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
