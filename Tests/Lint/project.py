"""project.py FOLDER: audits the Xcode project that was generated in FOLDER, with its JSON form beside it.

Prints a line for each thing that is not as it must be. What the property lists say is tested in ProjectTests.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as xml
from collections import Counter

folder = sys.argv[1]
project = json.load(open(f"{folder}/project.json"))
objects = project["objects"]
root = objects[project["rootObject"]]
findings = 0


def check(holds, text):
    global findings
    if not holds:
        findings += 1
        print(f"project: {text}")


def same(found, expected, text):
    missing, extra = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
    check(not missing and not extra, f"{text}: missing {missing}, not expected {extra}")
    check(len(found) == len(set(found)), f"{text}: one is there twice")


parents = {child: key for key, value in objects.items() for child in value.get("children", [])}


def path(reference):
    parts = []
    while reference:
        parts.append(objects[reference].get("path", ""))
        reference = parents.get(reference)
    return "/".join(part for part in reversed(parts) if part)


targets = {objects[key]["name"]: objects[key] for key in root["targets"]}


def phases(target, kind):
    return [objects[key] for key in targets[target]["buildPhases"] if objects[key]["isa"] == f"PBX{kind}BuildPhase"]


def files(target, kind):
    return [path(objects[key].get("fileRef")) for phase in phases(target, kind) for key in phase.get("files", [])]


def configurations(holder):
    list_ = objects[holder["buildConfigurationList"]]
    return {objects[key]["name"]: objects[key]["buildSettings"] for key in list_["buildConfigurations"]}


def under(place, *endings):
    found = []
    for parent, folders, names in os.walk(f"{folder}/{place}"):
        # A catalogue is one resource.
        folders[:] = [name for name in folders if not name.endswith(".xcassets")]
        found += [os.path.relpath(os.path.join(parent, name), folder) for name in names if name.endswith(endings)]
    return [name for name in found if not name.endswith("+Linux.swift")]


# Targets, and the one in which each file is compiled.
kinds = {
    "Intray": "application", "ShareExtension": "app-extension", "FileProviderExtension": "app-extension",
    "IntrayCore": "library.static", "IntrayIntake": "library.static", "IntrayTests": "bundle.unit-test",
    "IntrayMission": "bundle.ui-testing", "MissionSender": "application",
}
same(list(targets), kinds, "targets")
for name, kind in kinds.items():
    check(targets[name]["productType"].endswith("." + kind), f"{name} is a {targets[name]['productType']}")
bundles = {"Intray": "HostApp", "ShareExtension": "ShareExtension", "FileProviderExtension": "FileProviderExtension"}
sources = {name: under(place, ".swift") for name, place in bundles.items()}
sources["IntrayIntake"] = under("Shared/Intake", ".swift")
sources["IntrayCore"] = under("Shared/Core", ".swift")
sources["MissionSender"] = under("Tests/Mission/Sender", ".swift")
sources["IntrayMission"] = [name for name in under("Tests/Mission", ".swift") if not name.endswith("/SenderApp.swift")]
sources["IntrayTests"] = sources["ShareExtension"] + sources["FileProviderExtension"]
sources["IntrayTests"] += under("Tests/Unit", ".swift") + under("Tests/Phone/Corpus", ".swift")
for name, expected in sources.items():
    same(files(name, "Sources"), expected, f"{name}: sources")
    twice = [base for base, count in Counter(map(os.path.basename, expected)).items() if count > 1]
    check(not twice, f"{name}: a module has each file name once: {twice}")
    check(not phases(name, "ShellScript"), f"{name}: a script phase, which the sandbox would stop")

# Resources by their kind; nothing else is copied, above all no property list.
for name in kinds:
    expected = []
    if name in bundles:
        expected = under(bundles[name], ".xcstrings", ".xcprivacy", ".png", ".js")
        expected += ["HostApp/Assets.xcassets"] if name == "Intray" else []
    same(files(name, "Resources"), expected, f"{name}: resources")

# What is linked, built first, and embedded.
links = {
    "Intray": ["libIntrayCore.a", "libIntrayIntake.a", "libsqlite3.tbd"],
    "FileProviderExtension": ["libIntrayCore.a", "libsqlite3.tbd"],
    "ShareExtension": ["libIntrayCore.a", "libIntrayIntake.a", "libsqlite3.tbd"],
    "IntrayTests": ["libsqlite3.tbd"],
}
needs = {
    "Intray": ["IntrayCore", "IntrayIntake", "ShareExtension", "FileProviderExtension"], "ShareExtension": ["IntrayCore", "IntrayIntake"],
    "FileProviderExtension": ["IntrayCore"], "IntrayIntake": ["IntrayCore"], "IntrayTests": ["Intray", "IntrayCore", "IntrayIntake"],
    "IntrayMission": ["Intray", "MissionSender"],
}
for name in kinds:
    same([os.path.basename(file) for file in files(name, "Frameworks")], links.get(name, []), f"{name}: links")
    built = [objects[objects[key]["target"]]["name"] for key in targets[name]["dependencies"]]
    same(built, needs.get(name, []), f"{name}: depends on")
embedded = phases("Intray", "CopyFiles")
check([phase["dstSubfolderSpec"] for phase in embedded] == ["13"], "extensions go to PlugIns")
same(files("Intray", "CopyFiles"), ["ShareExtension.appex", "FileProviderExtension.appex"], "Intray embeds")

# Settings, in both configurations.
everywhere = {
    "SWIFT_VERSION": "6.0", "SWIFT_TREAT_WARNINGS_AS_ERRORS": None, "SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY": "YES",
    "SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY": "YES", "SWIFT_PACKAGE_NAME": "intray",
    "SWIFT_INSTALL_OBJC_HEADER": "NO", "SWIFT_EMIT_LOC_STRINGS": "YES", "IPHONEOS_DEPLOYMENT_TARGET": "18.0",
    "TARGETED_DEVICE_FAMILY": "1,2", "SUPPORTS_MACCATALYST": "NO", "SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD": "NO",
    "SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD": "NO", "ENABLE_USER_SCRIPT_SANDBOXING": "YES", "APP_GROUP": "group.$(BUNDLE_ID_PREFIX)",
}
own = {name: {} for name in kinds}
own["Intray"] = {
    "PRODUCT_BUNDLE_IDENTIFIER": "$(BUNDLE_ID_PREFIX).Intray", "PRODUCT_MODULE_NAME": "HostApp", "SKIP_INSTALL": "NO",
    "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon",
}
for name in ("ShareExtension", "FileProviderExtension"):
    own[name] = {
        "PRODUCT_BUNDLE_IDENTIFIER": f"$(BUNDLE_ID_PREFIX).Intray.{name}", "PRODUCT_MODULE_NAME": f"Intray{name}",
        "CODE_SIGN_ENTITLEMENTS": f"{name}/{name}.entitlements",
    }
for name, place in bundles.items():
    own[name] |= {"INFOPLIST_FILE": f"{place}/Info.plist", "GENERATE_INFOPLIST_FILE": "NO"}
for name in ("IntrayCore", "IntrayIntake", "ShareExtension", "FileProviderExtension"):
    own[name]["APPLICATION_EXTENSION_API_ONLY"] = "YES"
own["IntrayTests"] = {"TEST_HOST": "$(BUILT_PRODUCTS_DIR)/Intray.app/Intray", "BUNDLE_LOADER": "$(TEST_HOST)", "INFOPLIST_FILE": ""}
own["IntrayMission"] = {"TEST_TARGET_NAME": "Intray", "GENERATE_INFOPLIST_FILE": "YES", "INFOPLIST_FILE": ""}
own["MissionSender"] = {
    "PRODUCT_BUNDLE_IDENTIFIER": "$(BUNDLE_ID_PREFIX).MissionSender", "GENERATE_INFOPLIST_FILE": "NO",
    "INFOPLIST_FILE": "Tests/Mission/Sender/Info.plist",
}
base = configurations(root)
for name in kinds:
    for configuration, settings in configurations(targets[name]).items():
        settings = base[configuration] | settings
        for key, value in (everywhere | {"SKIP_INSTALL": "YES"} | own[name]).items():
            check(settings.get(key) == value, f"{name} ({configuration}): {key} is {settings.get(key)!r}, not {value!r}")
        for key in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
            check(os.path.exists(f"{folder}/{settings.get(key, '')}"), f"{name}: no {settings.get(key)}")
loaded = configurations(targets["Intray"])["Debug"].get("OTHER_LDFLAGS", [])
check(loaded.count("-force_load") == 2, "the app of a debug build carries all of IntrayCore and IntrayIntake")
check("OTHER_LDFLAGS" not in configurations(targets["Intray"])["Release"], "a release links only what it needs")

# The first build in Xcode marks a string as stale that is neither in the code of the target nor kept by hand, as what IntrayIntake
# says in both bundles.
for name, place in bundles.items():
    lines = [line for file in under(place, ".swift") for line in open(f"{folder}/{file}")]
    code = "".join(line for line in lines if not line.lstrip().startswith("//"))
    for key, entry in json.load(open(f"{folder}/{place}/Localizable.xcstrings"))["strings"].items():
        literal = '"' + re.sub("%(@|lld)", r"\\\\\\(.+?\\)", re.escape(key)) + '"'
        isSaid = "${" in key or re.search(literal, code) is not None
        check(isSaid or entry.get("extractionState") == "manual", f"{place}/Localizable.xcstrings: “{key}” is not in the code")

# Schemes: each runs its own.
for name in bundles:
    scheme = xml.parse(f"{folder}/Intray.xcodeproj/xcshareddata/xcschemes/{name}.xcscheme").getroot()
    launch = scheme.find("LaunchAction")
    run = launch.find("BuildableProductRunnable/BuildableReference").get("BlueprintName")
    check(run == name, f"the scheme {name} runs {run}")
    waits = launch.get("launchAutomaticallySubstyle") == "2" and scheme.get("wasCreatedForAppExtension") == "YES"
    check(waits == (name != "Intray"), f"the scheme {name}: who starts it")
for name in ("IntrayTests", "IntrayMission"):
    scheme = xml.parse(f"{folder}/Intray.xcodeproj/xcshareddata/xcschemes/{name.replace('IntrayTests', 'Intray')}.xcscheme")
    tests = [each.get("BlueprintName") for each in scheme.findall(".//TestableReference/BuildableReference")]
    check(tests == [name], f"the scheme of {name} tests {tests}")
sys.exit(1 if findings else 0)
