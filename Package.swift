// swift-tools-version: 6.2
import PackageDescription

/// Xcode builds Intray from `project.yml`. This manifest builds the same sources where there is no
/// Xcode: `Shared` as it is, the three shells against the stand-ins for Apple's frameworks.
let package = Package(
  name: "Intray",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "Shared", targets: ["Shared"]), .library(name: "Intake", targets: ["Intake"]),
  ],
  targets: [
    .target(name: "Shared", path: "Shared/Core"),
    .target(name: "Intake", dependencies: ["Shared"], path: "Shared/Intake"),
  ]
)

#if os(Linux)
  // The simulator and Tests/Proofs, also as release builds, use what others do not publish.
  let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]
  package.targets = [
    // The product.
    .target(
      name: "Shared", dependencies: ["LinuxCalls", "SQLite3", "notify", "os"],
      path: ".",
      // What Darwin's files do, as Linux does it, is no product.
      sources: ["Shared/Core", "Tests/Linux"], swiftSettings: testable),
    .target(
      name: "Intake", dependencies: ["Shared", "UIKit", "UniformTypeIdentifiers", "FileProvider"],
      path: "Shared/Intake"),
    .target(
      name: "ShareExtension",
      dependencies: ["Intake", "Shared", "UIKit", "SwiftUI", "UniformTypeIdentifiers", "FileProvider"],
      path: "ShareExtension",
      exclude: bundleFiles("ShareExtension") + ["Page.js", "Localizable.xcstrings"],
      swiftSettings: testable),
    .target(
      name: "FileProviderExtension",
      dependencies: ["Shared", "FileProvider", "QuickLookThumbnailing", "UniformTypeIdentifiers"],
      path: "FileProviderExtension",
      exclude: bundleFiles("FileProviderExtension") + ["Localizable.xcstrings"],
      swiftSettings: testable),
    .target(
      name: "HostApp",
      dependencies: [
        "Intake", "Shared", "SwiftUI", "UIKit", "FileProvider", "UniformTypeIdentifiers", "AppIntents",
        "QuickLook", "QuickLookThumbnailing",
      ],
      path: "HostApp",
      exclude: bundleFiles("HostApp") + [
        "HostAppWithoutCloud.entitlements",
        "Assets.xcassets", "DocumentIcons", "Localizable.xcstrings", "AppShortcuts.xcstrings",
        "Settings.bundle",
      ],
      // The app is linked into the simulator, which has an entry point of its own.
      swiftSettings: testable + [
        .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "HostApp_main"])
      ]),

    // What Linux lacks.
    .systemLibrary(
      name: "SQLite3", path: "Tests/StandIns/SQLite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "LinuxCalls", path: "Tests/StandIns/LinuxCalls"),
    standIn("AppleFoundation", ["UniformTypeIdentifiers"]),
    standIn("UniformTypeIdentifiers"),
    standIn("FileProvider", ["AppleFoundation", "UniformTypeIdentifiers"]),
    standIn("QuickLook", ["AppleFoundation", "UniformTypeIdentifiers", "UIKit", "SwiftUI"]),
    standIn("QuickLookThumbnailing", ["AppleFoundation", "UniformTypeIdentifiers", "UIKit"]),
    standIn("UIKit", ["AppleFoundation", "UniformTypeIdentifiers"]),
    standIn("AppIntents", ["AppleFoundation", "UniformTypeIdentifiers"]),
    standIn("SwiftUI", ["AppleFoundation", "UIKit", "UniformTypeIdentifiers"]),
    standIn("_Testing_UIKit"),
    standIn("notify"),
    standIn("os"),

    // Another app that is built on the product.
    .target(
      name: "Example", dependencies: ["Intake", "Shared", "SwiftUI", "UIKit"], path: "Tests/Example",
      exclude: ["HostApp", "ShareExtension"], swiftSettings: testable),

    // The phone.
    .target(
      name: "Daemon", dependencies: ["Shared", "FileProvider", "TestSupport", "UniformTypeIdentifiers"],
      path: "Tests/Daemon", swiftSettings: testable),
    .executableTarget(
      name: "simulator",
      dependencies: [
        "Daemon", "Example", "TestSupport",
        "HostApp", "ShareExtension", "FileProviderExtension", "Intake", "Shared", "LinuxCalls", "Corpus",
        "notify",
        "AppleFoundation", "UniformTypeIdentifiers", "FileProvider", "UIKit", "SwiftUI", "AppIntents",
      ],
      path: "Tests/Simulator"),

    // The tests.
    .target(
      name: "Corpus", dependencies: ["Intake", "Shared", "TestSupport", "UIKit", "UniformTypeIdentifiers"],
      path: "Tests/Corpus", exclude: ["Shares"]),
    .target(name: "TestSupport", dependencies: ["Shared"], path: "Tests/Support"),
    .target(
      name: "Convergence",
      dependencies: [
        "Daemon", "FileProviderExtension", "FileProvider", "Shared", "TestSupport", "LinuxCalls",
      ],
      path: "Tests/Convergence", swiftSettings: testable),
    .testTarget(
      name: "SharedTests", dependencies: ["Shared", "TestSupport"], path: "Tests/SharedTests"),
    .testTarget(
      name: "ShareExtensionTests",
      dependencies: [
        "ShareExtension", "Intake", "Shared", "TestSupport", "Corpus", "UIKit", "SwiftUI",
        "UniformTypeIdentifiers", "FileProvider", "notify", "_Testing_UIKit",
      ],
      path: "Tests/ShareExtensionTests"),
    .testTarget(
      name: "FileProviderExtensionTests",
      dependencies: [
        "FileProviderExtension", "Shared", "TestSupport", "FileProvider", "QuickLookThumbnailing",
        "UniformTypeIdentifiers",
      ],
      path: "Tests/FileProviderExtensionTests"),
    .testTarget(
      name: "HostAppTests",
      dependencies: [
        "HostApp", "Intake", "Shared", "TestSupport", "AppleFoundation", "UniformTypeIdentifiers", "SwiftUI",
        "UIKit", "FileProvider", "AppIntents", "QuickLookThumbnailing",
        "_Testing_UIKit",
      ],
      path: "Tests/HostAppTests"),
    .testTarget(
      name: "StandInsTests",
      dependencies: [
        "AppleFoundation", "UniformTypeIdentifiers", "FileProvider", "UIKit", "SwiftUI", "QuickLook",
        "AppIntents", "TestSupport", "_Testing_UIKit",
      ],
      path: "Tests/StandIns/Tests"),
    .testTarget(
      name: "SimulatorTests",
      dependencies: ["simulator", "TestSupport", "Convergence", "Daemon", "FileProvider", "LinuxCalls"],
      path: "Tests/SimulatorTests"),
  ]

  // It has two folders and lies above all others.
  package.targets[0].exclude =
    ["Disk/Disk", "Cloud/CloudDrive", "Watching/SystemEvents"].map { "Shared/Core/\($0)+Darwin.swift" }
    + package.targets.compactMap(\.path).filter { $0 != "." && !$0.hasPrefix("Tests/StandIns") }
    + [
      "Hazards.md", "IntrayUITests", "Lint", "Mutants", "Pictures", "Proofs", "StandIns", "XCTMain.swift",
      "run.sh",
    ]
    .map { "Tests/" + $0 } + ["Shared/Documentation.docc", "Makefile", "LICENSE", "project.yml"]
    + ["CHANGELOG", "CONTRIBUTING", "README", "SECURITY"].map { $0 + ".md" }

  // What Tests/Proofs, a package of its own, is made of.
  package.products += [
    "Convergence", "Corpus", "Daemon", "FileProvider", "HostApp", "LinuxCalls", "SQLite3",
    "TestSupport", "UIKit",
  ].map { .library(name: $0, targets: [$0]) }

  func standIn(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/StandIns/\(name)")
  }

  func bundleFiles(_ name: String) -> [String] {
    ["Info.plist", "\(name).entitlements", "PrivacyInfo.xcprivacy", "InfoPlist.xcstrings"]
  }
#endif

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
  #if os(Linux)
    // No debugger is started here, and without its tables a seventh of the build goes. Elsewhere the flag would keep other
    // packages from depending on this one.
    target.swiftSettings?.append(.unsafeFlags(["-gnone"], .when(configuration: .debug)))
  #endif
}
