#!/usr/bin/env bash
# Do the shells compile against the second flavour of the stand-ins? SDKs differ in what they promise about a
# completion handler, and the code must compile with either promise.
set -euo pipefail
cd "$(dirname "$0")/../.."

for target in Intake ShareExtension FileProviderExtension HostApp; do
  swift build --quiet --scratch-path .build-strict -Xswiftc -DSTRICT_FLAVOUR --target "$target"
done
