#!/usr/bin/env python3
"""Which ratios of one RESULTS.md are worse than those of another one?

    compare.py OLD NEW   names each row whose ratio grew by more than 10 percent
"""

import pathlib
import re
import sys


def ratios(path):
    """The ratio of each row, by what is measured and against what, without the figures that both may hold."""
    found = {}
    for line in pathlib.Path(path).read_text().split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 5:
            continue
        number = re.match(r"[0-9.]+", cells[3])
        if number:
            what = re.sub(r"[0-9.]+ ms|: [0-9.]+ MB$", "…", cells[0])
            found[what + ", against " + re.sub(r":.*", "", cells[2])] = float(number.group())
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    old, new = ratios(sys.argv[1]), ratios(sys.argv[2])
    slower = [name for name in old if name in new and new[name] > old[name] * 1.1]
    for name in slower:
        print(f"slower: {name}: {old[name]:.3f} before, {new[name]:.3f} now")
    for name in old:
        if name not in new:
            print(f"not measured now: {name}")
    print(f"{len(slower)} of {len(set(old) & set(new))} ratios grew by more than 10 percent")


main()
