#!/usr/bin/env bash
# Is every Swift file laid out as .swift-format says?
set -euo pipefail
cd "$(dirname "$0")/../.."

swift format lint --strict --recursive --parallel \
  Package.swift Shared ShareExtension FileProviderExtension HostApp Tests
