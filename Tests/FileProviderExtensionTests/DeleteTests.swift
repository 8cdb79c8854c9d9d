import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct DeleteTests {
  @Test func aKnownDocumentGoesForGood() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      try asker.delete(item)
      #expect(try asker.house.documents == .folder())
      #expect {
        try asker.item(item.itemIdentifier)
      } throws: { ($0 as NSError).code == NSFileProviderError.noSuchItem.rawValue }
    }
  }

  @Test func anItemThatIsGoneIsSuccess() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      try asker.delete(item)
      try asker.delete(item)
    }
  }

  @Test func aFolderWithSomethingInItNeedsToBeMeant() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      _ = try asker.create("a.txt", in: folder.itemIdentifier, contents: "a")
      #expect(throws: NSFileProviderError(.directoryNotEmpty)) { try asker.delete(folder) }
      #expect(try asker.house.documents == .folder(["Trip": .folder(["a.txt": .file("a")])]))
      try asker.delete(folder, .recursive)
      #expect(try asker.house.documents == .folder())
    }
  }

  @Test func aChangedDocumentStays() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      try Data("changed".utf8).write(
        to: URL(fileURLWithPath: asker.house.path(of: "AppGroup/Documents/a.txt")))
      #expect {
        try asker.delete(item)
      } throws: { ($0 as NSError).code == NSFileProviderError.deletionRejected.rawValue }
      #expect(try asker.house.documents == .folder(["a.txt": .file("changed")]))
    }
  }

  @Test func aFolderWithSomethingNewInItStaysWithAllOfIt() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      _ = try asker.create("a.txt", in: folder.itemIdentifier, contents: "a")
      try asker.house.put(.file("new"), at: "AppGroup/Documents/Trip/new.txt")
      #expect {
        try asker.delete(folder, .recursive)
      } throws: { ($0 as NSError).code == NSFileProviderError.deletionRejected.rawValue }
      #expect(
        try asker.house.documents
          == .folder(["Trip": .folder(["a.txt": .file("a"), "new.txt": .file("new")])]))
    }
  }

  @Test func anUnknownItemIsSuccessAndTouchesNothing() throws {
    try Asker.with { asker in
      try asker.house.put(.file("a"), at: "AppGroup/Documents/a.txt")
      let unknown = Wish(
        NSFileProviderItemIdentifier(String(repeating: "7", count: 48)), "a.txt", .rootContainer, .data)
      try asker.delete(unknown, .recursive)
      #expect(try asker.house.documents == .folder(["a.txt": .file("a")]))
    }
  }

  @Test func aLinkGoesAndWhatItPointsToStays() throws {
    try Asker.with { asker in
      _ = try asker.create("a.txt", contents: "a")
      let link = try #require(try asker.create("link", type: .symbolicLink, target: "a.txt"))
      try asker.delete(link)
      #expect(try asker.house.documents == .folder(["a.txt": .file("a")]))
    }
  }

  @Test func theRoomsThemselvesStay() throws {
    try Asker.with { asker in
      for id in [NSFileProviderItemIdentifier.rootContainer, .trashContainer] {
        let room = try asker.item(id)
        #expect(throws: CocoaError(.featureUnsupported)) { try asker.delete(room, .recursive) }
      }
    }
  }
}
