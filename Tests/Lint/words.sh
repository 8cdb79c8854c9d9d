#!/usr/bin/env bash
# What must not be written in the code.
set -euo pipefail
cd "$(dirname "$0")/../.."

product=(Shared ShareExtension FileProviderExtension HostApp)
failed=0

# refuse WHY PATTERN FOLDER...
refuse() {
  local why=$1 pattern=$2
  shift 2
  if grep -rnE --include='*.swift' -e "$pattern" "$@"; then
    echo "^ $why"
    failed=1
  fi
}

refuse "a difference between platforms is one file for each, with the same members: …+Darwin.swift and …+Linux.swift" \
  '^[[:space:]]*#(if|elseif)\b' "${product[@]}"
refuse "an error is handled, or thrown on" '\btry!' "${product[@]}" Tests
refuse "a person's document is never worth a crash" '\bfatalError\(' "${product[@]}"
if grep -rnE --include='*.swift' --exclude=PropertyList.swift \
  -e 'PropertyListSerialization\.propertyList|PropertyListDecoder|NSKeyedUnarchiver' "${product[@]}"; then
  echo "^ only PropertyList reads a property list: 300 bytes of one may hold a thousand million values"
  failed=1
fi
refuse "what is left to do is not left in the code" '\b(TODO|FIXME)\b' Package.swift "${product[@]}" Tests

# A comment says who does what; the user `nobody` of Unix is meant where the name is quoted.
if grep -rniE --include='*.swift' -e '//.*\b(somebody|nobody|anybody|whoever|whomever|whatever|a person)\b' \
  "${product[@]}" Tests | grep -vE '`nobody`|"[^"]*//[^"]*"'; then
  echo "^ a comment names its actor: the drain, the app, the provider, another process, the system, the user"
  failed=1
fi

refuse "the system calls a delegate's optional methods; here such a call compiles without its question mark" \
  '\.(dropInteraction|previewController|windowScene|application)\(' "${product[@]}"

# Darwin has two numbers for what is not supported.
if grep -rnw --include='*.swift' ENOTSUP "${product[@]}" | grep -vw EOPNOTSUPP; then
  echo "^ on Darwin EOPNOTSUPP is another number than ENOTSUP, and says the same"
  failed=1
fi

# Dispatch of Linux takes a closure that races, Darwin's does not:
# <https://developer.apple.com/documentation/dispatch/dispatchqueue/concurrentperform(iterations:execute:)>
if grep -rn --include='*.swift' 'concurrentPerform(' "${product[@]}" Tests/Unit | grep -v '@Sendable'; then
  echo "^ on Darwin the closure is @Sendable: write it, and the compiler here looks for races, too"
  failed=1
fi

# The pointer to an error is another type on Darwin. Both take these.
if grep -rnE --include='*.swift' 'error: ' "${product[@]}" | grep -E 'coordinate\(|^[^:]*:[0-9]*: +(readingItemAt|writingItemAt|error): ' |
  grep -vE 'error: (&\w+|nil)( |\)|,|$)'; then
  echo "^ a coordinator is given the error as &name, or nil"
  failed=1
fi

# SDK 27 has moved it from `os` to Darwin, which Foundation brings.
for file in $(grep -rlw --include='*.swift' os_proc_available_memory "${product[@]}"); do
  if ! grep -q '^import Foundation$' "$file" || ! grep -q '^import os$' "$file"; then
    echo "$file: what calls os_proc_available_memory imports Foundation and os"
    failed=1
  fi
done

# What Xcode's test bundle compiles runs on Darwin, too; what only Linux can do is in a file …+Linux.swift.
bundle=(Tests/{Unit,Phone/Corpus})
if grep -rnE --include='*.swift' --exclude='*+Linux.swift' -e '"/proc/|\bmknod\(|canImport\(Glibc\)' "${bundle[@]}"; then
  echo "^ Darwin has no /proc, makes no sockets by mknod, and os(Linux) says what is meant"
  failed=1
fi

exit $failed
