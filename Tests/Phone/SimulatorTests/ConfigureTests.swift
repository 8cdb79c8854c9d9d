import Foundation
import TestSupport
import Testing

/// `make configure` on a copy of the files that it changes.
@Suite struct ConfigureTests {
  @Test func everyIdentifierIsSetInOneStep() throws {
    try withCopy { (copy: String) throws in
      for (team, prefix) in [("ABCDE12345", "com.example.tray"), ("Z9Z9Z9Z9Z9", "org.other-one")] {
        #expect(try make(copy, "TEAM=\(team)", "PREFIX=\(prefix)", "BUILD=7").status == 0)
        let project = try text("project.yml", in: copy)
        #expect(project.contains("    DEVELOPMENT_TEAM: \"\(team)\"\n    BUNDLE_ID_PREFIX: \(prefix)\n"))
        #expect(project.contains("CODE_SIGN_ENTITLEMENTS: HostApp/HostApp.entitlements\n"))
        #expect(project.contains("    LINK_SCHEME: \(prefix)\n"))
        #expect(project.contains("    CURRENT_PROJECT_VERSION: \"7\"\n"))
        #expect(
          try text("Shared/Core/Disk/AppIdentity.swift", in: copy).contains("linkScheme = \"\(prefix)\""))
        // What documents carry stays.
        let leftovers = try leftovers(copy)
        #expect(leftovers.map { $0.contains("attributePrefix = ") } == [true], "\(leftovers)")
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
    ["TEAM=ABCDE12345", "PREFIX=com.example", "BUILD=1.0"],
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

  @Test func aNameWithADotIsRefused() throws {
    try withCopy { (copy: String) throws in
      let path = copy + "/Shared/Core/Disk/AppIdentity.swift"
      let source = try String(contentsOfFile: path, encoding: .utf8)
      try source.replacing("var name = \"Intray\"", with: "var name = \"in.tray\"")
        .write(toFile: path, atomically: true, encoding: .utf8)
      let refused = try make(copy, "TEAM=ABCDE12345", "PREFIX=com.example")
      #expect(refused.status != 0 && refused.said.contains("in.tray"))
    }
  }

  /// All that Xcode builds the app of, and what changes it.
  private static let files: [String] = {
    let folders = ["HostApp", "ShareExtension", "FileProviderExtension", "Shared"].flatMap { folder in
      let found = FileManager.default.enumerator(atPath: repository.appending(path: folder).path)
      return (found?.allObjects as? [String] ?? []).map { folder + "/" + $0 }
    }
    let kinds: Set<String> = ["swift", "plist", "entitlements", "xcprivacy", "js"]
    return ["Makefile", ".ci/configure", "project.yml"]
      + folders.filter { kinds.contains(($0 as NSString).pathExtension) }
  }()

  /// The lines in which Intray's identifiers still stand.
  private func leftovers(_ copy: String) throws -> [String] {
    try Self.files.filter { $0 != "Makefile" }.flatMap { file in
      try text(file, in: copy).split(separator: "\n").map(String.init).filter {
        $0.contains("app.intray") || $0.contains("intray://") || $0.contains("\"intray\"")
          || $0.contains(">intray<")
      }
    }
  }

  private func withCopy(_ body: (String) throws -> Void) throws {
    try withScratch { scratch in
      for file in Self.files {
        let copy = URL(filePath: scratch.path).appending(path: file)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: repository.appending(path: file), to: copy)
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
