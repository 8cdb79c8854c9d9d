#!/usr/bin/env bash
# Breaks the code in one line after the other, and says which test notices.
#
# Each entry of mutants.txt is a sentence on what breaks, the file, the line before and after, and the tests that
# must notice (a filter of `swift test`). Each breaks what keeps a document, an identity or a deletion from being lost; what
# only looks wrong is no mutant. Works on a copy; the sources stay as they are.
#
# Arguments: only the mutants whose sentence and file match this regular expression.
set -euo pipefail
cd "$(dirname "$0")/../../.."

only=${1:-}
place=.build-mutants
work=$place/source
mkdir -p "$work"
# Removes the scratch files of an earlier run that was ended.
rm -rf "$work"/{Shared,FileProviderExtension,ShareExtension,HostApp,Tests}
cp -R Shared FileProviderExtension ShareExtension HostApp Tests "$work/"
# The sources of the mutants, also if another process edits meanwhile.
original=$place/original
rm -rf "$original"
mkdir -p "$original"
cp -R Shared FileProviderExtension ShareExtension HostApp Tests/Proofs/Mutants "$original/"
# The tests that notice mutants, and what they need; a mutant may leave something unused, so warnings are none of ours.
grep -v treatAllWarnings Package.swift > "$work/Package.swift"
cat >> "$work/Package.swift" <<'MANIFEST'
var kept: Set = ["SharedTests", "IntakeTests", "FileProviderExtensionTests", "ShareExtensionTests", "HostAppTests"]
var queue = Array(kept)
while let next = queue.popLast() {
  for case .byNameItem(let name, _) in package.targets.first(where: { $0.name == next })?.dependencies ?? [] {
    if kept.insert(name).inserted { queue.append(name) }
  }
}
package.targets.removeAll { !kept.contains($0.name) }
package.products.removeAll { !kept.contains($0.name) }
MANIFEST

build() { swift build --quiet --package-path "$work" --build-tests > "$place/build.log" 2>&1; }

# Runs the tests of a filter. A mutant may also never end: that is noticed, too. A run that finds no test succeeds, and says nothing.
notice() {
  timeout 300 swift test --package-path "$work" --skip-build --disable-xctest --enable-swift-testing --parallel \
    --filter "$1" > "$place/test.log" 2>&1 && grep -qE 'Test run with [1-9]' "$place/test.log"
}

# The first test that failed, or what ended the run.
culprit() {
  local test
  test=$(sed -nE 's/^✘ Test ("[^"]+"|[A-Za-z0-9]+\().*(failed|recorded).*/\1/p' "$place/test.log" | head -1 | tr -d '("')
  if [[ -z $test ]]; then
    case $2 in
      124) test="never ends" ;;
      *) test=$(grep -m1 -iE 'fatal error|crash' "$place/test.log" | cut -c1-60) ;;
    esac
  fi
  printf '%s' "${test:-$1 (exit $2)}"
}

echo "Building the original …"
build || { cat "$place/build.log"; exit 1; }
all=$(awk -v RS= -F '\n' -v only="$only" '$1 " " $2 ~ only { print substr($5, 3) }' "$original/Mutants/mutants.txt" |
  tr '|' '\n' | sort -u)
for tests in $all; do
  notice "$tests" || { grep '✘' "$place/test.log" | head; echo "$tests fail without any mutant, or there are none."; exit 1; }
done

survivors=0
count=0
printf '%-70s %s\n' "mutant" "noticed by"
while IFS= read -r what && IFS= read -r file && IFS= read -r before && IFS= read -r after &&
  IFS= read -r killer; do
  IFS= read -r _ || true
  [[ "$what $file" =~ $only ]] || continue
  count=$((count + 1))
  cp "$original/$file" "$work/$file"
  if [[ $(grep -cxF -- "${before:1}" "$original/$file") != 1 ]]; then
    printf '%-70s %s\n' "$what" "DOES NOT APPLY"
    survivors=$((survivors + 1))
    continue
  fi
  before=${before:1} after=${after:1} perl -i -ne \
    'chomp; print(($_ eq $ENV{before} ? $ENV{after} : $_) . "\n")' "$work/$file"
  if ! build; then
    verdict="DOES NOT BUILD"
    survivors=$((survivors + 1))
  else
    status=0
    notice "${killer:2}" || status=$?
    if [[ $status != 0 ]]; then
      verdict=$(culprit "${killer:2}" "$status")
    else
      verdict="NOBODY"
      survivors=$((survivors + 1))
    fi
  fi
  cp "$original/$file" "$work/$file"
  printf '%-70s %s\n' "$what" "$verdict"
done < "$original/Mutants/mutants.txt"

echo "$count mutants, $survivors not noticed"
[[ $survivors == 0 ]]
