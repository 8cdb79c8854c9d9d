import FileProvider
import Foundation
import IntrayCore
import Testing

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// Extended attributes: the system syncs some of them, and omits the others.
@Suite(.inExtension) struct AttributeTests {
  let harness = ExtensionHarness.current
  /// The document `a.txt`, which has local attributes and one that is synced.
  let item: any NSFileProviderItemProtocol

  init() throws {
    var document = Tree.file("a").attribute("colour#S", Array("red".utf8))
    for (name, value) in Self.local { document = document.attribute(name, Array(value.utf8)) }
    try harness.test.put(document, at: "AppGroup/Documents/a.txt")
    item = try #require(try harness.list().first)
  }

  /// Those that a browser and the user leave on a document, and that no system syncs.
  private static let local = [
    "com.apple.metadata:kMDItemWhereFroms": "https://example.com", "com.apple.quarantine": "0081",
    "note": "plain",
  ]

  private func expectAttributes(colour: String?) throws {
    var expected = Self.local.mapValues { Array($0.utf8) }
    expected["colour#S"] = colour.map { Array($0.utf8) }
    #expect(try harness.test.documents.entries["a.txt"]?.attributes == expected)
  }

  @Test func theProviderReportsOnlySyncableAttributes() throws {
    #expect(item.extendedAttributes == ["colour#S": Data("red".utf8)])
  }

  @Test func anUnsyncedAttributeThatTheSystemOmitsStays() throws {
    let (changed, _) = try harness.modify(item, .extendedAttributes) {
      $0.extendedAttributes = ["colour#S": Data("blue".utf8)]
    }
    #expect(changed.extendedAttributes == ["colour#S": Data("blue".utf8)])
    try expectAttributes(colour: "blue")
  }

  @Test func aSyncableAttributeThatTheUserRemovesIsRemoved() throws {
    _ = try harness.modify(item, .extendedAttributes) { $0.extendedAttributes = [:] }
    try expectAttributes(colour: nil)
  }

  @Test func anEditOfContentsKeepsAllAttributes() throws {
    _ = try harness.modify(item, [.contents, .extendedAttributes], contents: "b") {
      $0.extendedAttributes = ["colour#S": Data("blue".utf8)]
    }
    try expectAttributes(colour: "blue")
  }
}
