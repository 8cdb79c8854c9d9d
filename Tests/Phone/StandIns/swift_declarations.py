"""Reads the declarations of Swift files that are laid out as .swift-format says.

A declaration begins at the indentation of its neighbours and ends before the next of them. That is enough for files that
`swift format lint --strict` accepts; it is no parser of Swift.
"""

import re
from dataclasses import dataclass, field

KINDS = (
    "struct|class|enum|protocol|actor|extension|typealias|associatedtype|func|var|let|init|subscript|case|deinit|import"
    "|operator|macro"
)
MODIFIERS = (
    "public|open|internal|private|fileprivate|static|final|override|nonisolated|mutating|nonmutating|convenience"
    "|required|dynamic|weak|unowned|lazy|indirect|isolated|prefix|postfix|infix|package|consuming|borrowing"
)
HEAD = re.compile(
    rf"^(?P<modifiers>(?:(?:{MODIFIERS})(?:\([^)]*\))?\s+|class\s+(?=func|var|subscript))*)"
    rf"(?P<kind>{KINDS})\b(?P<rest>.*)",
    re.S,
)
CONTINUES = ("{", "}", ")", "]", ">", "where", "->", '"""', "else")


@dataclass
class Declaration:
    file: str
    start: int  # of its comments, from 1
    line: int  # of its own first line
    end: int
    kind: str
    names: list
    head: str  # without attributes, up to the body
    attributes: str
    comment: str
    modifiers: set
    parent: "Declaration | None"
    members: list = field(default_factory=list)

    @property
    def name(self):
        return self.names[0] if self.names else ""

    @property
    def is_public(self):
        """Whether other modules see it: cases and requirements are as visible as what they belong to."""
        if self.modifiers & {"public", "open"}:
            return True
        if not self.parent or self.modifiers & {"private", "fileprivate"}:
            return False
        return self.parent.is_public and (self.kind == "case" or self.parent.kind == "protocol")

    @property
    def above(self):
        """The declarations that it stands in, from the innermost."""
        at, found = self.parent, []
        while at:
            found.append(at)
            at = at.parent
        return found


def read(path, text=None):
    """The declarations of a file, outermost first, each before its members."""
    lines = (open(path, encoding="utf-8").read() if text is None else text).split("\n")
    found = []
    _block(path, lines, 0, len(lines), 0, None, found)
    return found


def _indent(line):
    return len(line) - len(line.lstrip(" "))


def _block(path, lines, at, stop, indent, parent, found):
    comment_start, comment, attributes, attributes_at = None, [], [], None
    while at < stop:
        line = lines[at]
        text = line.strip()
        if not text:
            comment_start, comment = None, []
            at += 1
            continue
        if _indent(line) != indent:
            at += 1
            continue
        if re.match(r"#(if|else|elseif|endif)\b", text):
            end = at + 1
            while end < stop and (not lines[end].strip() or _indent(lines[end]) > indent):
                end += 1
            _block(path, lines, at + 1, end, indent + 2, parent, found)
            comment_start, comment = None, []
            at = end
            continue
        if text.startswith("//"):
            comment_start = at if comment_start is None else comment_start
            comment.append(re.sub(r"^/{2,3} ?", "", text))
            at += 1
            continue
        # The declaration: this line, what is further in, and what cannot begin another one.
        end = at + 1
        while end < stop and (
            not lines[end].strip()
            or _indent(lines[end]) > indent
            or (_indent(lines[end]) == indent and lines[end].strip().startswith(CONTINUES))
        ):
            end += 1
        while not lines[end - 1].strip():
            end -= 1
        whole = "\n".join(lines[at:end])
        rest = whole.strip()
        while rest.startswith("@"):
            match = re.match(r"@[\w.]+", rest)
            length = match.end()
            if rest[length : length + 1] == "(":
                depth = 0
                for length in range(match.end(), len(rest)):
                    depth += {"(": 1, ")": -1}.get(rest[length], 0)
                    if depth == 0:
                        break
                length += 1
            attributes.append(rest[:length])
            rest = rest[length:].lstrip()
        attributes_at = at if attributes_at is None else attributes_at
        head = HEAD.match(rest)
        if not head:
            # An attribute on a line of its own belongs to the next declaration.
            if rest:
                comment_start, comment, attributes, attributes_at = None, [], [], None
            at = end
            continue
        kind = head["kind"]
        signature = _head(rest, kind)
        declaration = Declaration(
            file=path,
            start=(attributes_at if comment_start is None else comment_start) + 1,
            line=at + whole[: whole.find(rest)].count("\n") + 1,
            end=end,
            kind=kind,
            names=_names(kind, head["rest"]),
            head=signature,
            attributes=" ".join(re.sub(r"\s+", " ", a) for a in attributes),
            comment="\n".join(comment),
            modifiers=set(re.sub(r"\([^)]*\)", "", head["modifiers"]).split()),
            parent=parent,
        )
        comment_start, comment, attributes, attributes_at = None, [], [], None
        if kind != "import":
            found.append(declaration)
            if parent:
                parent.members.append(declaration)
        if kind in ("struct", "class", "enum", "protocol", "actor", "extension"):
            _block(path, lines, at + 1, end, indent + 2, declaration, found)
        at = end


def _head(text, kind):
    """The text up to the body or the value, in one line."""
    depth = 0
    for at, letter in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if depth == 0 and letter == "{":
            text = text[:at]
            break
        if depth == 0 and letter == "=" and kind in ("var", "let") and text[at + 1 : at + 2] != "=":
            text = text[:at]
            break
    return re.sub(r"\s+", " ", text).strip()


def _names(kind, rest):
    rest = rest.strip()
    if kind in ("init", "subscript", "deinit"):
        return [kind]
    if kind == "case":
        depth, names, at = 0, [""], 0
        for letter in rest:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
            if letter == "," and depth == 0:
                names.append("")
            else:
                names[-1] += letter
        return [re.match(r"\s*`?(\w+)", name)[1] for name in names if name.strip()]
    if kind == "extension":
        match = re.match(r"[\w.\[\]<>, &]+?(?=\s*(?::|where|\{|$))", rest)
        return [match[0].strip() if match else rest]
    match = re.match(r"`?([\w]+|[-+*/<>=!&|^~%]+)", rest)
    return [match[1] if match else rest]
