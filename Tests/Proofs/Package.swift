// swift-tools-version: 6.2
import PackageDescription

/// What takes longer than a test may: the sweeps and the benchmarks. They are a package of their own,
/// so that `make test` does not build them.
let package = Package(
  name: "Proofs",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "Intray", path: "../..")],
  targets: [
    .executableTarget(
      name: "sweep",
      dependencies: intray("Corpus", "IntrayIntake", "IntrayCore", "TestSupport", "Convergence"),
      path: "Sweeps"),
    .executableTarget(
      name: "bench",
      dependencies: intray(
        "HostApp", "IntrayIntake", "IntrayCore", "LinuxCalls", "SQLite3", "UIKit", "Convergence", "Daemon",
        "FileProvider", "TestSupport"),
      path: "Benchmarks",
      exclude: ["RESULTS.md", "chart.svg", "compare.py"]),
  ]
)

func intray(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "Intray") }
}

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
