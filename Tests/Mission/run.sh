#!/usr/bin/env bash
# Plays the mission in a simulator of its own, made anew each time. DEVICE names the kind of device.
#
# Pictures and elements are in .build-mission/Pictures afterwards, those of failed legs and of others; what XCTest said is
# in .build-mission/log. The simulator stays until the next run, to be looked into.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(uname)" = Darwin ] || { echo "The mission needs a Mac with Xcode." >&2 && exit 1; }

name="Intray Mission"
out=.build-mission
rm -rf "$out/Pictures" "$out/Mission.xcresult"
mkdir -p "$out"
xcrun simctl delete "$name" 2>/dev/null || true
device=$(xcrun simctl create "$name" "${DEVICE:-iPhone 17}")
trap 'xcrun simctl shutdown "$device" 2>/dev/null || true' EXIT
# It starts while the apps are built. The first start of a device takes minutes.
xcrun simctl boot "$device"
build=(xcodebuild -project Intray.xcodeproj -scheme IntrayMission -destination "id=$device" -derivedDataPath "$out/Data")
"${build[@]}" -quiet build-for-testing
xcrun simctl bootstatus "$device" -b >/dev/null
# Xcode installs it, too, as a dependency of the tests; no leg may hang on that.
xcrun simctl install "$device" "$out/Data/Build/Products/Debug-iphonesimulator/MissionSender.app"

status=0
"${build[@]}" -resultBundlePath "$out/Mission.xcresult" -parallel-testing-enabled NO \
  -test-timeouts-enabled YES -default-test-execution-time-allowance 600 test-without-building >"$out/log" 2>&1 || status=$?
# A line for each leg; why one failed or was skipped.
grep -E "^Test Case .* (passed|failed|skipped)|: error: |Test skipped|\*\* TEST" "$out/log" || tail -20 "$out/log"

xcrun xcresulttool export attachments --path "$out/Mission.xcresult" --output-path "$out/Pictures"
# The files have random names; the list beside them has those that the legs gave.
python3 - "$out/Pictures" <<'END'
import json, os, re, sys
folder = sys.argv[1]
for test in json.load(open(f"{folder}/manifest.json")):
    for number, file in enumerate(test["attachments"]):
        leg = re.sub(r"\W+", "-", test["testIdentifier"]).strip("-")
        name = re.sub(r"[^\w. -]+", "-", file["suggestedHumanReadableName"])
        os.rename(f"{folder}/{file['exportedFileName']}", f"{folder}/{leg} {number:02} {name}")
END
echo "Pictures: $out/Pictures"
exit $status
