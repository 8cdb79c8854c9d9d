#!/usr/bin/env bash
# Are the property lists, entitlements and privacy manifests well formed?
set -euo pipefail
cd "$(dirname "$0")/../.."

# It implies opening in place, whatever LSSupportsOpeningDocumentsInPlace says.
if grep -l UISupportsDocumentBrowser ./*/Info.plist project.yml; then
  echo "UISupportsDocumentBrowser makes opened files originals, and no copies"
  exit 1
fi

if ! command -v plutil >/dev/null; then
  echo "plutil is missing: property lists not looked at"
  exit 0
fi
plutil -lint -s ./*/Info.plist Tests/Mission/Sender/Info.plist ./*/*.entitlements ./*/PrivacyInfo.xcprivacy
