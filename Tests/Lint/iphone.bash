# An iPhone for the compiler, on Linux: sourced by phone.sh and bundle.sh, which type-check the product and the Xcode
# test bundle for it.
#
# There is no SDK here. These take its place, in .build-phone:
# - The toolchain's own modules (Swift, Foundation, …). They carry Apple's availability. The compiler accepts them for
#   an iPhone when the field that names their target is replaced by one of the same length.
# - glibc's headers, below Dispatch and Foundation: the importer of C is told that it is on Linux. Swift code is not:
#   `#if os(iOS)` is true.
# - The stand-ins, without bodies, as Xcode 26 declares handlers (STRICT_FLAVOUR). AppleFoundation gets another name,
#   because `canImport(AppleFoundation)` is false on a phone.
# - Tests/Lint/Interfaces: Darwin, notify, iCloud, and for the mission XCTest's part for screens and Network.
#
# What this cannot see: Objective-C (bridging casts, `@objc` clashes, nullability), Apple's own overloads and result
# builders, macros of Apple's, a stand-in whose signature is not Apple's, a C call that only Linux has.
#
# What was checked is not checked again until its sources, or those of a module before it, change.

lib=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
here=$PWD
work=$here/.build-phone
arch=$(uname -m)
linux=$arch-unknown-linux-gnu
# As many letters as $linux.
relabelled=$arch-a-ios18-simulator
target=${arch/aarch64/arm64}-apple-ios18.0-simulator
mkdir -p "$work"/{sdk,glibc,interfaces,logs,done}

clang=()
for flag in "-I$work/glibc" -U__APPLE__ -U__MACH__ -U__nonnull -U__nullable -U__null_unspecified -D__linux__=1 \
  -D__gnu_linux__=1 -D__linux=1 -Dlinux=1 -Dunix=1 -D__unix__=1 -D__ELF__=1 -D_GNU_SOURCE=1 \
  -fno-define-target-os-macros -isystem "/usr/include/$arch-linux-gnu" -isystem /usr/include -isystem "$lib" \
  "-fmodule-map-file=$work/glibc/module.modulemap" \
  "-fmodule-map-file=$here/Tests/Phone/StandIns/SQLite3/module.modulemap"; do clang+=(-Xcc "$flag"); done
common=(-target "$target" -I "$work/sdk" -module-cache-path "$work/cache" -disable-objc-interop "${clang[@]}")
flags=("${common[@]}" -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature MemberImportVisibility -plugin-path "$lib/host/plugins" -parse-as-library)
# For modules that are only imported: the bodies do not count, and what is too new is said by their users.
interface=(-experimental-skip-all-function-bodies -disable-availability-checking)

# Runs a step unless it went well with the same sources: once NAME FILE... -- COMMAND...
# Steps after one that runs anew run anew, too.
chain=$(cat "$here/Tests/Lint/iphone.bash" <(swiftc --version 2>&1) | sha256sum)
once() {
  local name=$1 files=() status=0
  shift
  while [ "$1" != -- ]; do files+=("$1") && shift; done
  shift
  chain=$( (echo "$chain" "$name" "$@"; [ ${#files[@]} = 0 ] || sha256sum "${files[@]}") | sha256sum)
  [ "$chain" != "$(cat "$work/done/$name" 2>/dev/null)" ] || return 0
  rm -f "$work/done/$name"
  "$@" >"$work/logs/$name" 2>&1 || status=$?
  [ $status != 0 ] || echo "$chain" >"$work/done/$name"
  return $status
}

# The toolchain's modules and C's headers.
relabel() {
  local module
  for module in Swift _Concurrency _StringProcessing _RegexParser RegexBuilder Synchronization Observation \
    _Builtin_float SwiftOnoneSupport Glibc Dispatch FoundationEssentials FoundationInternationalization Foundation \
    _FoundationCollections; do
    LC_ALL=C sed "s/$linux/$relabelled/" "$lib/linux/$module.swiftmodule/$linux.swiftmodule" \
      >"$work/sdk/$module.swiftmodule"
  done
  sed -e '/textual header/d' -e '/^module CUUID/,$d' "$lib/linux/$arch/glibc.modulemap" >"$work/glibc/module.modulemap"
  sed 's/^#if __has_include(<tgmath.h>)/#if 0/' "$lib/linux/$arch/SwiftGlibc.h" >"$work/glibc/SwiftGlibc.h"
  printf '#include <math.h>\n#include <complex.h>\n' >"$work/glibc/tgmath.h"
}

# A module of one of our interfaces, or of the toolchain's. The compiler makes it in a second compiler, which takes its
# flags from the file.
declared() {
  sed -e "s#-target $linux##" -e "s#^// swift-module-flags: #&-target $target -disable-objc-interop ${clang[*]} #" \
    "$2" >"$work/interfaces/$1.swiftinterface"
  swiftc -frontend -compile-module-from-interface "$work/interfaces/$1.swiftinterface" -module-name "$1" \
    -o "$work/sdk/$1.swiftmodule" -disable-availability-checking "${common[@]}"
}

standIn() {
  local module=$1
  shift
  swiftc -frontend -emit-module "${interface[@]}" -module-name "$module" -o "$work/sdk/$module.swiftmodule" \
    "${flags[@]}" -D STRICT_FLAVOUR -module-alias AppleFoundation=FoundationAtApple "$@"
}

stop() {
  echo "$1 does not compile for an iPhone:"
  grep -m 5 error: "$work/logs/$1" || tail -5 "$work/logs/$1"
  exit 1
}

phone() {
  local module files
  once relabelled -- relabel || stop relabelled
  for module in DarwinTypes DarwinCalls Darwin notify CloudCalls; do
    once "$module" "Tests/Lint/Interfaces/$module.swiftinterface" \
      -- declared "$module" "Tests/Lint/Interfaces/$module.swiftinterface" || stop "$module"
  done
  for module in UniformTypeIdentifiers AppleFoundation Accessibility os UIKit FileProvider QuickLookThumbnailing \
    SwiftUI QuickLook AppIntents PDFKit PhotosUI Vision VisionKit; do
    mapfile -t files < <(find "Tests/Phone/StandIns/$module" -name '*.swift' | sort)
    once "$module" "${files[@]}" -- standIn "${module/AppleFoundation/FoundationAtApple}" "${files[@]}" ||
      stop "$module"
  done
}

# Type-checks the files of a module, read from standard input, with flags of its own. -emit-sil, not -typecheck: the
# compiler looks for data races and unavailable calls only then. Says what the compiler says, less one artefact:
# LocalizedError is FoundationEssentials' here, so its qualified name does not count (SE-0364).
#
# It runs in a process of its own, behind a pipe, so its status tells whether it found anything.
failed=0
checked() {
  local module=$1 files status=0
  shift
  mapfile -t files < <(sort)
  once "$module.module" "${files[@]}" -- swiftc -frontend -emit-module "${interface[@]}" -module-name "$module" \
    -o "$work/sdk/$module.swiftmodule" "${flags[@]}" "$@" "${files[@]}" || true
  once "$module" -- said "$module" "$@" "${files[@]}" || status=1
  [ ! -s "$work/logs/$module" ] || cat "$work/logs/$module"
  return $status
}

said() {
  local module=$1 status=0 half
  shift
  # In two compilers at once, each of which looks into every second file.
  (looked "$module" 0 "$@") & half=$!
  (looked "$module" 1 "$@") || status=$?
  wait $half || status=$?
  cat "$work/logs/$module".half? | grep -E '^[^ ].*(error|warning): ' | sort -u |
    grep -v "imported protocol 'LocalizedError'" && return 1
  # It failed and named no place.
  [ $status = 0 ] || { tail -5 "$work/logs/$module".half? && return 1; }
}

# Xcode 26's compilers before Swift 6.3 take a weak capture for a variable, which a task must not read:
# <https://github.com/swiftlang/swift/pull/86601>
older=(-Xllvm -sil-disable-pass=mark-never-written-mutable-closure-boxes-as-immutable)

looked() {
  local module=$1 half=$2 number=0 words=()
  shift 2
  for word in "$@"; do
    case $word in
      *.swift)
        [ $((number++ % 2)) = "$half" ] && words+=(-primary-file "$word" -o /dev/null) || words+=("$word") ;;
      *) words+=("$word") ;;
    esac
  done
  swiftc -frontend -emit-sil -module-name "$module" "${flags[@]}" "${older[@]}" "${words[@]}" >"$work/logs/$module.half$half" 2>&1
}

# What Foundation has only at Apple's is in a module of its own here: who imports Foundation has it all there.
whole=(-import-module FoundationAtApple)

# The product's targets as project.yml has them: without -package-name the compiler is stricter about conformances.
product() {
  find Shared/Core -name '*.swift' ! -name '*+Linux.swift' |
    checked IntrayCore -enable-testing -application-extension -import-module CloudCalls || failed=1
  find Shared/Intake -name '*.swift' |
    checked IntrayIntake "${whole[@]}" -enable-testing -application-extension || failed=1
  find ShareExtension -name '*.swift' | checked IntrayShareExtension "${whole[@]}" -application-extension || failed=1
  find FileProviderExtension -name '*.swift' | checked IntrayFileProviderExtension "${whole[@]}" -application-extension || failed=1
  find HostApp -name '*.swift' | checked HostApp "${whole[@]}" -enable-testing || failed=1
}

# Whether the compiler refuses in each file of Signatures what its comments say, and nothing else.
signatures() {
  local file name
  for file in Tests/Lint/Signatures/*.swift; do
    name=$(basename "$file" .swift).signatures
    once "$name" "$file" Tests/Lint/signatures.py -- refused "$file" || { cat "$work/logs/$name" && failed=1; }
  done
}

refused() {
  swiftc -frontend -typecheck -module-name Signatures "${flags[@]}" "${whole[@]}" "$1" >"$work/logs/refused" 2>&1 || true
  Tests/Lint/signatures.py "$1" "$work/logs/refused"
}
