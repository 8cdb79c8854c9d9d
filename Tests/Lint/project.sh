#!/usr/bin/env bash
# What does XcodeGen make of project.yml? Generated in a copy, then audited: project.py. XCODEGEN names it if it is not
# on the path.
set -euo pipefail
cd "$(dirname "$0")/../.."

xcodegen=${XCODEGEN:-xcodegen}
if ! command -v "$xcodegen" >/dev/null; then
  echo "xcodegen is missing: the project was not generated and audited"
  exit 0
fi
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files --cached --others --exclude-standard -z |
  tar --null --ignore-failed-read -T - -cf - 2>/dev/null | tar -xf - -C "$copy"
# XcodeGen writes the name of the user who ran it, and stops if there is no `USER`.
(cd "$copy" && USER=${USER:-intray} "$xcodegen" generate --quiet)
plutil -convert json -o "$copy/project.json" "$copy/Intray.xcodeproj/project.pbxproj"
python3 Tests/Lint/project.py "$copy"
