"""What the checks know of Swift files: their code without comments, and the types that they declare."""

import pathlib
import re

root = pathlib.Path(__file__).resolve().parents[2]
product = ["Shared", "ShareExtension", "FileProviderExtension", "HostApp"]
declaration = re.compile(
    r"^( *)(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|final|private|fileprivate|indirect|nonisolated) )*"
    r"(?:struct|class|enum|protocol|typealias|actor) ([A-Z]\w*)", re.M)


def files(*folders):
    """Every Swift file below folders of the repository."""
    for folder in folders:
        yield from sorted((root / folder).rglob("*.swift"))


def text(file):
    return file.read_text(encoding="utf-8")


def name(file):
    return file.relative_to(root).as_posix()


def code(text):
    """The same lines without comments, and with empty literals. What a literal interpolates stays."""
    text = re.sub(r"(?m)(^|[^:\"])//.*$", r"\1", text)
    return re.sub(r"\"(?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^\"\\\n])*\"", interpolated, text)


def interpolated(literal):
    return " ".join(re.findall(r"\\\(((?:[^()]|\([^()]*\))*)\)", literal.group())).join(['"" ', " "])


def declared(text):
    """The types that code declares: those at the top, and all."""
    found = declaration.findall(text)
    return {name for indent, name in found if not indent}, {name for _, name in found}
