#!/usr/bin/env bash
# Does the product compile for an iPhone with iOS 18.0? Availability, isolation, what an extension may call, and the
# twins of completion handlers, as the compiler checks them: see iphone.bash. And do the stand-ins refuse what the SDK's
# interfaces refuse, and nothing more? Signatures says so, line by line.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(uname)" = Linux ] || { echo "Xcode itself checks this on a Mac" && exit 0; }
# shellcheck source=iphone.bash
. Tests/Lint/iphone.bash

phone
product
signatures
exit $failed
