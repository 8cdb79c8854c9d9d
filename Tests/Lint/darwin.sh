#!/usr/bin/env bash
# Does Shared compile as on Apple's platforms? There `…+Darwin.swift` take the place of `…+Linux.swift`. Interfaces
# (signatures without bodies) stand in for the modules that they call, so this compiles as far as diagnostics go,
# and links and runs nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT

# In this order: a module after those that it imports.
for module in DarwinTypes DarwinCalls Darwin notify CloudCalls; do
  swiftc -frontend -compile-module-from-interface "Tests/Lint/Interfaces/$module.swiftinterface" \
    -module-name "$module" -I "$modules" -o "$modules/$module.swiftmodule"
done

# -emit-sil, not -typecheck: what Swift 6 says about data races it says only then.
find Shared -name '*.swift' ! -name '*+Linux.swift' ! -path 'Shared/Intake/*' -print0 |
  xargs -0 swiftc -emit-sil -o /dev/null -wmo -parse-as-library -module-name Shared \
    -swift-version 6 -warnings-as-errors -Xfrontend -import-module -Xfrontend CloudCalls \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
    -I "$modules" -Xcc -fmodule-map-file=Tests/StandIns/SQLite3/module.modulemap
