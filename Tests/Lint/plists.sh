#!/usr/bin/env bash
# Are the property lists, entitlements and privacy manifests well formed?
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v plutil >/dev/null; then
  echo "plutil is missing: property lists not looked at"
  exit 0
fi
plutil -lint -s ./*/Info.plist Tests/Mission/Sender/Info.plist ./*/*.entitlements ./*/PrivacyInfo.xcprivacy
