import FileProvider
import Foundation
import Shared
import Testing

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// Extended attributes: the system syncs some of them, and omits the others.
@Suite(.inExtension) struct AttributeTests {
  let harness = ExtensionHarness.current

  /// Those that a browser and the user leave on a document, and that no system syncs.
  private static let local = [
    "com.apple.metadata:kMDItemWhereFroms": "https://example.com", "com.apple.quarantine": "0081",
    "note": "plain",
  ]

  /// Lends the document `a.txt`, which has local attributes and one that is synced.
  private func withDocument(_ body: (ExtensionHarness, any NSFileProviderItemProtocol) throws -> Void) throws
  {
    var document = Tree.file("a")
    for (name, value) in Self.local { document = document.attribute(name, Array(value.utf8)) }
    try harness.test.put(document.attribute("colour#S", Array("red".utf8)), at: "AppGroup/Documents/a.txt")
    try body(harness, try #require(try harness.list().first))
  }

  private func attribute(_ name: String, _ harness: ExtensionHarness) throws -> String? {
    let path = harness.test.path(of: "AppGroup/Documents/a.txt")
    let (folder, file) = try Folder.openParent(of: path, disk: .system)
    return try folder.withFile(file) { file throws(DiskError) in
      try Disk.system.attribute(file, name).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func expectLocal(_ harness: ExtensionHarness) throws {
    for (name, value) in Self.local {
      #expect(try attribute(name, harness) == value, "\(name)")
    }
  }

  @Test func theProviderReportsOnlySyncableAttributes() throws {
    try withDocument { _, item in
      #expect(item.extendedAttributes == ["colour#S": Data("red".utf8)])
    }
  }

  @Test func anUnsyncedAttributeThatTheSystemOmitsStays() throws {
    try withDocument { harness, item in
      let (changed, _) = try harness.modify(item, .extendedAttributes) {
        $0.extendedAttributes = ["colour#S": Data("blue".utf8)]
      }
      #expect(changed.extendedAttributes == ["colour#S": Data("blue".utf8)])
      try expectLocal(harness)
    }
  }

  @Test func aSyncableAttributeThatTheUserRemovesIsRemoved() throws {
    try withDocument { harness, item in
      _ = try harness.modify(item, .extendedAttributes) { $0.extendedAttributes = [:] }
      #expect(try attribute("colour#S", harness) == nil)
      try expectLocal(harness)
    }
  }

  @Test func anEditOfContentsKeepsAllAttributes() throws {
    try withDocument { harness, item in
      _ = try harness.modify(item, [.contents, .extendedAttributes], contents: "b") {
        $0.extendedAttributes = ["colour#S": Data("blue".utf8)]
      }
      #expect(try attribute("colour#S", harness) == "blue")
      try expectLocal(harness)
    }
  }
}
