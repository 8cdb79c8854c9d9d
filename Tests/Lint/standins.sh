#!/usr/bin/env bash
# Do the stand-ins declare only what the product or the system's side names, each with its source? The rules are in Tests/Phone/StandIns/README.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

python3 Tests/Phone/StandIns/declarations.py
