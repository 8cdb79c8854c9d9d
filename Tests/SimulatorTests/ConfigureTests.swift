import Foundation
import TestSupport
import Testing

/// `make configure` on a copy of the files that it changes.
@Suite struct ConfigureTests {
  @Test func everyIdentifierIsSetInOneStep() throws {
    try withCopy { (copy: String) throws in
      for (team, prefix) in [("ABCDE12345", "com.example.tray"), ("Z9Z9Z9Z9Z9", "org.other-one")] {
        #expect(try make(copy, "TEAM=\(team)", "PREFIX=\(prefix)").status == 0)
        let project = try text("project.yml", in: copy)
        #expect(project.contains("    DEVELOPMENT_TEAM: \"\(team)\"\n    BUNDLE_ID_PREFIX: \(prefix)\n"))
        #expect(project.contains("CODE_SIGN_ENTITLEMENTS: HostApp/HostApp.entitlements\n"))
        #expect(!project.contains("app.intray"), "every other identifier is made of the prefix")
        #expect(try cloudContainers(copy) == ["iCloud." + prefix])
      }
    }
  }

  @Test func withoutCloudTheAppAsksForNothingThatAFreeAccountCannotSign() throws {
    try withCopy { (copy: String) throws in
      #expect(try make(copy, "TEAM=ABCDE12345", "PREFIX=com.example", "CLOUD=NO").status == 0)
      let named = try text("project.yml", in: copy).split(separator: "\n").compactMap { line in
        line.split(separator: "CODE_SIGN_ENTITLEMENTS: ").dropFirst().first.map(String.init)
      }
      #expect(named.count == 3)
      for entitlements in named {
        #expect(
          try Array(propertyList(entitlements, in: copy).keys) == ["com.apple.security.application-groups"])
      }
      #expect(try make(copy, "TEAM=ABCDE12345", "PREFIX=com.example").status == 0)
      #expect(try text("project.yml", in: copy).contains("HostApp/HostApp.entitlements\n"))
    }
  }

  @Test(arguments: [
    ["TEAM=ABC", "PREFIX=com.example"], ["TEAM=ABCDE12345", "PREFIX=example"],
    ["TEAM=ABCDE12345", "PREFIX=com.exa/mple"], ["TEAM=ABCDE12345"], ["PREFIX=com.example"],
    ["TEAM=ABCDE12345", "PREFIX=com.example", "CLOUD=maybe"],
  ])
  func anIllegalIdentifierIsRefusedAndChangesNothing(words: [String]) throws {
    try withCopy { (copy: String) throws in
      let before = try Self.files.map { try text($0, in: copy) }
      let refused = try make(copy, words)
      #expect(refused.status != 0)
      #expect(refused.said.contains("For example: make configure TEAM="))
      #expect(try Self.files.map { try text($0, in: copy) } == before)
    }
  }

  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let files = [
    "Makefile", ".ci/configure", "project.yml", "HostApp/Info.plist", "HostApp/HostApp.entitlements",
    "HostApp/HostAppWithoutCloud.entitlements", "ShareExtension/ShareExtension.entitlements",
    "FileProviderExtension/FileProviderExtension.entitlements",
  ]

  private func withCopy(_ body: (String) throws -> Void) throws {
    try withScratch { scratch in
      for file in Self.files {
        let copy = URL(filePath: scratch.path).appending(path: file)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Self.repository.appending(path: file), to: copy)
      }
      try body(scratch.path)
    }
  }

  private func make(_ copy: String, _ words: String...) throws -> (status: Int32, said: String) {
    try make(copy, words)
  }

  private func make(_ copy: String, _ words: [String]) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/make")
    process.arguments = ["-C", copy, "--no-print-directory", "configure"] + words
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  private func text(_ file: String, in copy: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: copy + "/" + file)), as: UTF8.self)
  }

  private func propertyList(_ file: String, in copy: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(filePath: copy + "/" + file))
    return try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  private func cloudContainers(_ copy: String) throws -> [String] {
    let containers = try propertyList("HostApp/Info.plist", in: copy)["NSUbiquitousContainers"]
    return try Array(#require(containers as? [String: Any]).keys)
  }
}
