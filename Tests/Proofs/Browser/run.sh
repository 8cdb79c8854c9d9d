#!/usr/bin/env bash
# Plays pages in WebKit itself: what Page.js hands over of them, and what nameless HTML is called.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# The system's Python, because that is the one that the packages are for.
python=/usr/bin/python3
if ! command -v xvfb-run >/dev/null || ! $python -c 'import gi; gi.require_version("WebKit2", "4.1")' 2>/dev/null; then
  packages=(xvfb xauth python3-gi gir1.2-webkit2-4.1 gir1.2-gtk-3.0)
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Missing packages. On Debian and Ubuntu: sudo apt-get install ${packages[*]}" >&2
    exit 1
  fi
  echo "Installing ${packages[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq </dev/null
  apt-get install -qq -y --no-install-recommends "${packages[@]}" </dev/null >/dev/null
fi
swift build --quiet --product simulator
xvfb-run -a "$python" Tests/Proofs/Browser/play.py ShareExtension/Page.js "$(swift build --show-bin-path)/simulator" "$@"
