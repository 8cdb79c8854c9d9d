#!/usr/bin/env bash
# What does XcodeGen make of project.yml? Generated in a copy, then audited: project.py. XCODEGEN names it if it is not
# on the path. REQUIRE_XCODEGEN=1 says that it must be there.
set -euo pipefail
cd "$(dirname "$0")/../.."

xcodegen=${XCODEGEN:-xcodegen}
if ! command -v "$xcodegen" >/dev/null; then
  echo "xcodegen is missing: the project was not generated and audited"
  [ -z "${REQUIRE_XCODEGEN:-}" ] && exit 0 || exit 1
fi
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# What is in the index may be gone from the disk; only GNU's tar could be told so.
git ls-files --cached --others --exclude-standard -z | while IFS= read -r -d '' file; do
  if [ -e "$file" ]; then printf '%s\0' "$file"; fi
done | tar --null -T - -cf - | tar -xf - -C "$copy"
# XcodeGen writes the name of the user who ran it, and stops if there is no `USER`.
(cd "$copy" && USER=${USER:-intray} "$xcodegen" generate --quiet)
plutil -convert json -o "$copy/project.json" "$copy/Intray.xcodeproj/project.pbxproj"
python3 Tests/Lint/project.py "$copy"
