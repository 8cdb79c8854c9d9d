#!/usr/bin/env bash
# Does the test bundle compile as Xcode compiles it? The tests, what supports them and the extensions' sources are one
# module there, for an iPhone: see iphone.bash. The mission's tests are another, and so is the app that they share from.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(uname)" = Linux ] || { echo "Xcode itself checks this on a Mac" && exit 0; }
# shellcheck source=iphone.bash
. Tests/Lint/iphone.bash

phone
product >/dev/null
failed=0
for module in Testing _Testing_Foundation; do
  once "$module" -- declared "$module" "$lib/linux/$module.swiftmodule/$linux.swiftinterface" || stop "$module"
done
for module in XCTest Network; do
  once "$module" "Tests/Lint/Interfaces/$module.swiftinterface" \
    -- declared "$module" "Tests/Lint/Interfaces/$module.swiftinterface" || stop "$module"
done
find Tests/{Unit,Phone/Corpus} ShareExtension FileProviderExtension -name '*.swift' ! -name '*+Linux.swift' |
  checked IntrayTests "${whole[@]}" || failed=1
find Tests/Mission -name '*.swift' ! -name SenderApp.swift |
  checked IntrayMission "${whole[@]}" -import-module CloudCalls || failed=1
find Tests/Mission/Sender -name '*.swift' | checked MissionSender "${whole[@]}" || failed=1
exit $failed
