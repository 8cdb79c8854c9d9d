import FileProvider
import Foundation
import Shared
import Testing

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// Extended attributes: the system syncs some of them, and leaves the others out of what it hands over.
@Suite struct AttributeTests {
  /// Those that a browser and the user leave on a document, and that no system syncs.
  private static let local = [
    "com.apple.metadata:kMDItemWhereFroms": "https://example.com", "com.apple.quarantine": "0081",
    "note": "plain",
  ]

  /// Lends the document `a.txt`, which has local attributes and one that is synced.
  private func withDocument(_ body: (Asker, any NSFileProviderItemProtocol) throws -> Void) throws {
    try Asker.with { asker in
      var document = Tree.file("a")
      for (name, value) in Self.local { document = document.attribute(name, Array(value.utf8)) }
      try asker.house.put(document.attribute("colour#S", Array("red".utf8)), at: "AppGroup/Documents/a.txt")
      try body(asker, try #require(try asker.list().first))
    }
  }

  private func attribute(_ name: String, _ asker: Asker) throws -> String? {
    let path = asker.house.path(of: "AppGroup/Documents/a.txt")
    let (folder, file) = try Folder.openParent(of: path, disk: .system)
    return try folder.withFile(file) { file throws(DiskError) in
      try Disk.system.attribute(file, name).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func expectLocal(_ asker: Asker) throws {
    for (name, value) in Self.local {
      let found = try attribute(name, asker)
      #expect(found == value, "\(name)")
    }
  }

  @Test func onlyWhatIsSyncedIsTold() throws {
    try withDocument { _, item in
      #expect(item.extendedAttributes == ["colour#S": Data("red".utf8)])
    }
  }

  @Test func whatTheSystemLeavesOutBecauseItIsNotSyncedStays() throws {
    try withDocument { asker, item in
      let (changed, _) = try asker.modify(item, .extendedAttributes) {
        $0.extendedAttributes = ["colour#S": Data("blue".utf8)]
      }
      #expect(changed.extendedAttributes == ["colour#S": Data("blue".utf8)])
      try expectLocal(asker)
    }
  }

  @Test func whatTheUserRemovesAndIsSyncedGoes() throws {
    try withDocument { asker, item in
      _ = try asker.modify(item, .extendedAttributes) { $0.extendedAttributes = [:] }
      #expect(try attribute("colour#S", asker) == nil)
      try expectLocal(asker)
    }
  }

  @Test func anEditLeavesAllOfThem() throws {
    try withDocument { asker, item in
      _ = try asker.modify(item, [.contents, .extendedAttributes], contents: "b") {
        $0.extendedAttributes = ["colour#S": Data("blue".utf8)]
      }
      #expect(try attribute("colour#S", asker) == "blue")
      try expectLocal(asker)
    }
  }
}
