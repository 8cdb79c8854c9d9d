import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct DeleteTests {
  @Test func aKnownDocumentIsDeletedForGood() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      try harness.delete(item)
      #expect(try harness.test.documents == .folder())
      #expect {
        try harness.item(item.itemIdentifier)
      } throws: { ($0 as NSError).code == NSFileProviderError.noSuchItem.rawValue }
    }
  }

  @Test func deletingAMissingItemSucceeds() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      try harness.delete(item)
      try harness.delete(item)
    }
  }

  @Test func aFolderWithContentsIsDeletedOnlyRecursively() throws {
    try ExtensionHarness.with { harness in
      let folder = try #require(try harness.create("Trip", type: .folder))
      _ = try harness.create("a.txt", in: folder.itemIdentifier, contents: "a")
      #expect(throws: NSFileProviderError(.directoryNotEmpty)) { try harness.delete(folder) }
      #expect(try harness.test.documents == .folder(["Trip": .folder(["a.txt": .file("a")])]))
      try harness.delete(folder, .recursive)
      #expect(try harness.test.documents == .folder())
    }
  }

  @Test func aChangedDocumentStays() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      try Data("changed".utf8).write(
        to: URL(fileURLWithPath: harness.test.path(of: "AppGroup/Documents/a.txt")))
      #expect {
        try harness.delete(item)
      } throws: { ($0 as NSError).code == NSFileProviderError.deletionRejected.rawValue }
      #expect(try harness.test.documents == .folder(["a.txt": .file("changed")]))
    }
  }

  @Test func aFolderWithANewDocumentStaysWhole() throws {
    try ExtensionHarness.with { harness in
      let folder = try #require(try harness.create("Trip", type: .folder))
      _ = try harness.create("a.txt", in: folder.itemIdentifier, contents: "a")
      try harness.test.put(.file("new"), at: "AppGroup/Documents/Trip/new.txt")
      #expect {
        try harness.delete(folder, .recursive)
      } throws: { ($0 as NSError).code == NSFileProviderError.deletionRejected.rawValue }
      #expect(
        try harness.test.documents
          == .folder(["Trip": .folder(["a.txt": .file("a"), "new.txt": .file("new")])]))
    }
  }

  @Test func deletingAnUnknownItemSucceedsAndChangesNothing() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("a"), at: "AppGroup/Documents/a.txt")
      let unknown = RequestedItem(
        NSFileProviderItemIdentifier(String(repeating: "7", count: 48)), "a.txt", .rootContainer, .data)
      try harness.delete(unknown, .recursive)
      #expect(try harness.test.documents == .folder(["a.txt": .file("a")]))
    }
  }

  @Test func deletingALinkKeepsItsTarget() throws {
    try ExtensionHarness.with { harness in
      _ = try harness.create("a.txt", contents: "a")
      let link = try #require(try harness.create("link", type: .symbolicLink, target: "a.txt"))
      try harness.delete(link)
      #expect(try harness.test.documents == .folder(["a.txt": .file("a")]))
    }
  }

  @Test func aLinkThatHasAnotherTargetByNowStays() throws {
    try ExtensionHarness.with { harness in
      let link = try #require(try harness.create("link", type: .symbolicLink, target: "a.txt"))
      let place = harness.test.path(of: "AppGroup/Documents/link")
      try FileManager.default.removeItem(atPath: place)
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "b.txt")
      // The listing learns of it, so that the link is the one that is known, and only the system's version is old.
      #expect(try harness.names() == ["link"])
      #expect {
        try harness.delete(link)
      } throws: { ($0 as NSError).code == NSFileProviderError.deletionRejected.rawValue }
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place) == "b.txt")
    }
  }

  @Test func theRootAndTheTrashCannotBeDeleted() throws {
    try ExtensionHarness.with { harness in
      for id in [NSFileProviderItemIdentifier.rootContainer, .trashContainer] {
        let room = try harness.item(id)
        #expect(throws: CocoaError(.featureUnsupported)) { try harness.delete(room, .recursive) }
      }
    }
  }
}
