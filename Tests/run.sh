#!/usr/bin/env bash
# Builds and runs all tests. When all is well, it says how many passed; on a terminal it also says what it does.
# With `--built` it runs what is built, which a user can, too, who may only read here.
#
# A test that does not end is a fault. The run is ended then, after it has said which tests have not ended and what their
# threads do.
set -euo pipefail
cd "$(dirname "$0")/.."

# Some four times what a run takes on two cores. A machine that others use, too, may be three times as slow.
limit=${LIMIT:-1800}
# All at once would all begin before any ends, and a machine that is slow would be slow for each of them.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
# The library walks the stack at every error that is thrown. Tests throw hundreds of thousands, and it shows no stack here.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0

if [ "${1:-}" = --built ]; then
  :
elif [ -t 1 ]; then
  swift build --build-tests
  echo "Running the tests: some minutes."
else
  swift build --quiet --build-tests
fi
# Eight tests need some hundred files at a time. More is a leak, which a phone, that gives a process 256, shows first.
ulimit -n 512
tests=$PWD/.build/debug/IntrayPackageTests.xctest
log=$(mktemp)
trap 'rm -f "$log" "$log".*' EXIT

# The processes that run something of this package's.
running() {
  for exe in /proc/[0-9]*/exe; do
    case "$(readlink "$exe" || true)" in
      "$PWD"/.build/*$1) basename "$(dirname "$exe")" ;;
    esac
  done 2>/dev/null
}

explain() {
  for process in $(running .xctest); do
    # Where there is no gdb, the names must do.
    ! command -v gdb >/dev/null || gdb -p "$process" -batch -ex "thread apply all bt 30" 2>/dev/null |
      grep -E "^(Thread|#)" | cut -c1-200 || true
    for child in /proc/[0-9]*; do
      ! grep -q "^PPid:.$process$" "$child/status" 2>/dev/null || tr '\0' ' ' <"$child/cmdline" 2>/dev/null || true
    done
    echo
  done
  sed -nE 's/^. Test ([^ ]+\(.*\)) started\.$/\1/p' "$log" | sort >"$log.begun"
  sed -nE 's/^. Test ([^ ]+\([^)]*\)) .*(passed|failed|skipped).*$/\1/p' "$log" | sort >"$log.ended"
  # Last, where an end of the output shows them.
  echo "The tests have not ended in $limit seconds; $(wc -l <"$log.ended") have. These began and did not end:"
  comm -23 "$log.begun" "$log.ended"
}

(
  trap 'kill $!' TERM
  sleep "$limit" &
  # shellcheck disable=SC2046 # a list of numbers
  ! wait $! || { explain && kill -9 $(running ""); }
) &
watch=$!
status=0
"$tests" --testing-library swift-testing >"$log" 2>&1 || status=$?
kill $watch 2>/dev/null || true
wait $watch 2>/dev/null || true
if [ $status = 0 ]; then
  passed=$(sed -nE 's/^✔ Test run with ([0-9]+) tests? .*/\1/p' "$log")
  # A run that finds no test succeeds.
  [ "${passed:-0}" != 0 ] || { echo "No test ran." >&2; exit 1; }
  echo "test: $passed passed"
else
  grep -vE '^(◇|✔|➜|\[|↳ (Testing Library|Target Platform))' "$log" || true
fi
exit $status
