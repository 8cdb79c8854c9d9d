#!/usr/bin/env python3
"""Does the compiler refuse what a file of Signatures says, and nothing else?

    signatures.py FILE LOG

A comment `// refused: TEXT` says that an error or a warning with that text is about its line; in a line of its own, about
the next line. LOG is what the compiler said of the file.
"""

import re
import sys

file, log = sys.argv[1:]
expected, said = {}, {}
for number, line in enumerate(open(file, encoding="utf-8"), 1):
    if match := re.match(r"(.*)// refused: (.*)", line):
        expected[number if match[1].strip() else number + 1] = match[2]
for line in open(log, encoding="utf-8"):
    if match := re.match(re.escape(file) + r":(\d+):\d+: (?:error|warning): (.*)", line):
        said.setdefault(int(match[1]), []).append(match[2])
failures = [f"{file}:{number}: is not refused: {text}" for number, text in sorted(expected.items())
            if not any(text in words for words in said.get(number, []))]
failures += [f"{file}:{number}: {words[0]}" for number, words in sorted(said.items()) if number not in expected]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(bool(failures))
