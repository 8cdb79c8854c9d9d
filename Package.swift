// swift-tools-version: 6.2
import PackageDescription

/// The package is for iOS: what it takes from the system is not on other platforms. Xcode builds the app from `project.yml`.
/// On Linux this manifest builds the same sources: the libraries as they are, the three shells against the stand-ins for
/// Apple's frameworks.
let package = Package(
  name: "Intray",
  platforms: [.iOS(.v18)],
  products: [
    .library(name: "IntrayCore", targets: ["IntrayCore"]),
    .library(name: "IntrayIntake", targets: ["IntrayIntake"]),
  ],
  targets: [
    .target(name: "IntrayCore", path: "Shared/Core", exclude: platformFiles("Linux")),
    .target(name: "IntrayIntake", dependencies: ["IntrayCore"], path: "Shared/Intake"),
  ]
)

/// A difference between platforms is one file for each, with the same members.
func platformFiles(_ platform: String) -> [String] {
  ["Disk/Disk", "Cloud/CloudDrive", "Watching/SystemEvents"].map { "\($0)+\(platform).swift" }
}

#if os(Linux)
  // The simulator and Tests/Proofs, also as release builds, use what others do not publish.
  let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]
  package.targets = [
    // The product.
    .target(
      name: "IntrayCore", dependencies: ["LinuxCalls", "SQLite3", "notify", "os"],
      path: "Shared/Core", exclude: platformFiles("Darwin"), swiftSettings: testable),
    .target(
      name: "IntrayIntake", dependencies: ["IntrayCore", "UIKit", "UniformTypeIdentifiers", "FileProvider"],
      path: "Shared/Intake", swiftSettings: testable),
    .target(
      name: "ShareExtension",
      dependencies: [
        "IntrayCore", "IntrayIntake", "UIKit", "SwiftUI", "UniformTypeIdentifiers", "FileProvider",
      ],
      path: "ShareExtension",
      exclude: bundleFiles("ShareExtension") + ["Page.js", "Localizable.xcstrings"],
      swiftSettings: testable),
    .target(
      name: "FileProviderExtension",
      dependencies: ["IntrayCore", "FileProvider", "QuickLookThumbnailing", "UniformTypeIdentifiers"],
      path: "FileProviderExtension",
      exclude: bundleFiles("FileProviderExtension") + ["Localizable.xcstrings"],
      swiftSettings: testable),
    .target(
      name: "HostApp",
      dependencies: [
        "IntrayCore", "IntrayIntake", "SwiftUI", "UIKit", "FileProvider", "UniformTypeIdentifiers",
        "AppIntents", "QuickLook", "QuickLookThumbnailing", "Accessibility", "PDFKit", "PhotosUI", "Vision",
        "VisionKit",
      ],
      path: "HostApp",
      exclude: bundleFiles("HostApp") + [
        "HostAppWithoutCloud.entitlements",
        "Assets.xcassets", "DocumentIcons", "Localizable.xcstrings", "AppShortcuts.xcstrings",
      ],
      // The app is linked into the simulator, which has an entry point of its own.
      swiftSettings: testable + [
        .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "HostApp_main"])
      ]),

    // What Linux lacks.
    .systemLibrary(
      name: "SQLite3", path: "Tests/Phone/StandIns/SQLite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "LinuxCalls", path: "Tests/Phone/StandIns/LinuxCalls"),
    standIn("Accessibility"),
    standIn("AppleFoundation", ["UniformTypeIdentifiers"]),
    standIn("UniformTypeIdentifiers"),
    standIn("FileProvider", ["AppleFoundation", "UniformTypeIdentifiers"]),
    standIn("QuickLook", ["AppleFoundation", "UniformTypeIdentifiers", "UIKit", "SwiftUI"]),
    standIn("PhotosUI", ["AppleFoundation", "UniformTypeIdentifiers", "UIKit", "SwiftUI"]),
    standIn("VisionKit", ["AppleFoundation", "UIKit", "SwiftUI"]),
    standIn("QuickLookThumbnailing", ["AppleFoundation", "UniformTypeIdentifiers", "UIKit"]),
    standIn("UIKit", ["AppleFoundation", "UniformTypeIdentifiers"]),
    standIn("AppIntents", ["AppleFoundation", "UniformTypeIdentifiers"]),
    standIn("SwiftUI", ["Accessibility", "AppleFoundation", "UIKit", "UniformTypeIdentifiers"]),
    standIn("_Testing_UIKit"),
    standIn("PDFKit", ["AppleFoundation", "UIKit"]),
    standIn("Vision", ["AppleFoundation"]),
    standIn("notify"),
    standIn("os"),

    // The phone.
    .target(
      name: "Daemon", dependencies: ["IntrayCore", "FileProvider", "TestSupport", "UniformTypeIdentifiers"],
      path: "Tests/Phone/Daemon", swiftSettings: testable),
    .executableTarget(
      name: "simulator",
      dependencies: [
        "Daemon", "Example", "TestSupport",
        "HostApp", "ShareExtension", "FileProviderExtension", "IntrayCore", "IntrayIntake", "LinuxCalls",
        "Corpus", "notify",
        "AppleFoundation", "UniformTypeIdentifiers", "FileProvider", "UIKit", "SwiftUI", "AppIntents",
        "PhotosUI",
      ],
      path: "Tests/Phone/Simulator"),
    // What apps hand to the share sheet.
    .target(
      name: "Corpus",
      dependencies: ["IntrayCore", "IntrayIntake", "TestSupport", "UIKit", "UniformTypeIdentifiers"],
      path: "Tests/Phone/Corpus", exclude: ["Shares"]),
    // Another app that is built on the product.
    .target(
      name: "Example", dependencies: ["IntrayCore", "IntrayIntake", "SwiftUI", "UIKit"],
      path: "Tests/Phone/Example", exclude: ["HostApp", "ShareExtension"], swiftSettings: testable),
    .testTarget(
      name: "StandInsTests",
      dependencies: [
        "AppleFoundation", "UniformTypeIdentifiers", "FileProvider", "UIKit", "SwiftUI", "QuickLook",
        "AppIntents", "TestSupport", "_Testing_UIKit",
      ],
      path: "Tests/Phone/StandInsTests"),
    .testTarget(
      name: "SimulatorTests",
      dependencies: ["simulator", "TestSupport", "Convergence", "Daemon", "FileProvider", "LinuxCalls"],
      path: "Tests/Phone/SimulatorTests"),

    // The tests.
    .target(
      name: "TestSupport", dependencies: ["IntrayCore"], path: "Tests/Unit/Support", exclude: ["Traits"]),
    .target(name: "TestTraits", dependencies: ["TestSupport"], path: "Tests/Unit/Support/Traits"),
    .testTarget(
      name: "SharedTests", dependencies: ["IntrayCore", "TestSupport"], path: "Tests/Unit/SharedTests"),
    .testTarget(
      name: "IntakeTests",
      dependencies: [
        "IntrayCore", "IntrayIntake", "ShareExtension", "TestSupport", "TestTraits", "Corpus",
        "AppleFoundation", "UIKit", "UniformTypeIdentifiers",
      ],
      path: "Tests/Unit/IntakeTests"),
    .testTarget(
      name: "ShareExtensionTests",
      dependencies: [
        "ShareExtension", "IntrayCore", "IntrayIntake", "TestSupport", "TestTraits", "Corpus", "UIKit",
        "SwiftUI", "UniformTypeIdentifiers", "FileProvider", "notify", "_Testing_UIKit",
      ],
      path: "Tests/Unit/ShareExtensionTests"),
    .testTarget(
      name: "FileProviderExtensionTests",
      dependencies: [
        "FileProviderExtension", "IntrayCore", "TestSupport", "FileProvider", "QuickLookThumbnailing",
        "UniformTypeIdentifiers",
      ],
      path: "Tests/Unit/FileProviderExtensionTests"),
    .testTarget(
      name: "HostAppTests",
      dependencies: [
        "HostApp", "IntrayCore", "IntrayIntake", "TestSupport", "AppleFoundation", "UniformTypeIdentifiers",
        "SwiftUI", "UIKit", "FileProvider", "AppIntents", "PhotosUI", "QuickLookThumbnailing", "Vision",
        "_Testing_UIKit",
      ],
      path: "Tests/Unit/HostAppTests"),

    // The part of Tests/Proofs that tests play, too.
    .target(
      name: "Convergence",
      dependencies: [
        "Daemon", "FileProviderExtension", "FileProvider", "IntrayCore", "TestSupport", "LinuxCalls",
      ],
      path: "Tests/Proofs/Convergence", swiftSettings: testable),
  ]

  // What Tests/Proofs, a package of its own, is made of.
  package.products += [
    "Convergence", "Corpus", "Daemon", "FileProvider", "HostApp", "LinuxCalls", "SQLite3",
    "TestSupport", "UIKit",
  ].map { .library(name: $0, targets: [$0]) }

  func standIn(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Phone/StandIns/\(name)")
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
    ]
  // What a newer compiler warns of keeps no user from building.
  if Context.environment["CI"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
  #if os(Linux)
    // No debugger is started here, and without its tables a seventh of the build goes. Elsewhere the flag would keep other
    // packages from depending on this one.
    target.swiftSettings?.append(.unsafeFlags(["-gnone"], .when(configuration: .debug)))
  #endif
}
