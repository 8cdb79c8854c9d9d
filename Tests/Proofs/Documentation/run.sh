#!/usr/bin/env bash
# Writes the documentation of IntrayCore as static HTML into .docs. A link to nothing is an error; so is a page with a picture that is
# not there, and a command of README that does not run.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# The compiler writes the symbol graph when it compiles, so it lies beside what was compiled.
graph="$PWD/.build-docs/graph"
# SwiftPM 6.3 does not build one target again in a folder where it did so before a file was replaced ("unknown build description").
rm -rf .docs .build-docs
mkdir -p .docs "$graph"
swift build --quiet --target IntrayCore --scratch-path .build-docs \
  -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graph" \
  -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public
# Of the other modules that were built on the way nothing is documented here.
find "$graph" -name '*.symbols.json' ! -name 'IntrayCore.symbols.json' ! -name 'IntrayCore@*' -delete
# A parameter that says everything by its name has no sentence of its own, so that warning counts for nothing.
docc convert Shared/Documentation.docc --diagnostics-file .docs/diagnostics.json \
  --fallback-display-name IntrayCore --fallback-bundle-identifier app.intray.core \
  --additional-symbol-graph-dir "$graph" --output-path .docs/site \
  --transform-for-static-hosting >.docs/log 2>&1 || { cat .docs/log >&2; exit 1; }
python3 - <<'END'
import json, sys
found = [
    f"{one.get('source', '?').rsplit('/Shared/', 1)[-1]}: {one['summary']}"
    for one in json.load(open(".docs/diagnostics.json"))["diagnostics"]
    if "is missing documentation" not in one["summary"]]
print("\n".join(found), end="\n" if found else "")
sys.exit(bool(found))
END
rm -rf .docs/diagnostics.json .docs/log
Tests/Proofs/Documentation/check.py .docs/site
Tests/Proofs/Documentation/pages.py
echo "docs: .docs/site; python3 -m http.server --directory .docs/site 8000, then http://localhost:8000/documentation/intraycore"
