import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct CreateTests {
  @Test func aNewFileBecomesADocument() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("note.txt", contents: "hello"))
      #expect(item.filename == "note.txt")
      #expect(item.documentSize??.intValue == 5)
      #expect(try harness.test.documents == .folder(["note.txt": .file("hello")]))
      #expect(try harness.item(item.itemIdentifier).filename == "note.txt")
    }
  }

  @Test func aTakenNameGetsTheNextFreeOneAndTheReplyNamesIt() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("first"), at: "AppGroup/Documents/note.txt")
      let item = try #require(try harness.create("note.txt", contents: "second"))
      #expect(item.filename == "note-1.txt")
      #expect(
        try harness.test.documents
          == .folder(["note.txt": .file("first"), "note-1.txt": .file("second")]))
    }
  }

  @Test func theSameTemplateAgainReturnsTheSameItem() throws {
    try ExtensionHarness.with { harness in
      let first = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
      let again = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
      #expect(first.itemIdentifier == again.itemIdentifier)
      #expect(try harness.test.documents == .folder(["note.txt": .file("hello")]))
    }
  }

  @Test func equalBytesUnderOneNameReturnTheSameItemForAnyTemplate() throws {
    try ExtensionHarness.with { harness in
      let first = try #require(try harness.create("note.txt", contents: "hello"))
      let again = try #require(try harness.create("note.txt", contents: "hello"))
      #expect(first.itemIdentifier == again.itemIdentifier)
    }
  }

  @Test func aFolderAndItsContentsAreCreated() throws {
    try ExtensionHarness.with { harness in
      let folder = try #require(try harness.create("Trip", type: .folder))
      _ = try harness.create("note.txt", in: folder.itemIdentifier, contents: "in")
      #expect(try harness.test.documents == .folder(["Trip": .folder(["note.txt": .file("in")])]))
      #expect(try harness.item(folder.itemIdentifier).contentType == .folder)
    }
  }

  @Test func aSecondFolderOfOneNameBecomesAnotherItem() throws {
    try ExtensionHarness.with { harness in
      _ = try harness.create("Trip", type: .folder)
      let second = try #require(try harness.create("Trip", type: .folder))
      #expect(second.filename == "Trip-1")
      let adopted = try #require(try harness.create("Trip", type: .folder, options: .mayAlreadyExist))
      #expect(adopted.filename == "Trip")
    }
  }

  @Test func aLinkBecomesALinkAndIsNeverFollowed() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("link", type: .symbolicLink, target: "/etc/passwd"))
      #expect(item.symlinkTargetPath == "/etc/passwd")
      #expect(try harness.test.documents == .folder(["link": .link("/etc/passwd")]))
    }
  }

  @Test func aDatalessTemplateMatchesByNameOrIsDropped() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("there"), at: "AppGroup/Documents/a.txt")
      #expect(try harness.create("a.txt", options: .mayAlreadyExist)?.filename == "a.txt")
      #expect(try harness.create("b.txt", options: .mayAlreadyExist) == nil)
      #expect(try harness.test.documents == .folder(["a.txt": .file("there")]))
    }
  }

  @Test func aDatalessTemplateDoesNotMatchAFolderOfItsName() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.folder(["in.txt": .file("in")]), at: "AppGroup/Documents/a.txt")
      #expect(try harness.create("a.txt", options: .mayAlreadyExist) == nil)
    }
  }

  @Test func aMissingParentIsReported() throws {
    try ExtensionHarness.with { harness in
      let gone = NSFileProviderItemIdentifier(String(repeating: "a", count: 32))
      #expect {
        try harness.create("a.txt", in: gone, contents: "a")
      } throws: { ($0 as NSError).code == NSFileProviderError.noSuchItem.rawValue }
    }
  }

  @Test func otherContentsUnderTheSameTemplateEditTheCreatedItem() throws {
    try ExtensionHarness.with { harness in
      let first = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
      // The answer got lost, and the user went on writing.
      let again = try #require(try harness.create("note.txt", contents: "hello, world", template: "t"))
      #expect(first.itemIdentifier == again.itemIdentifier)
      #expect(try harness.test.documents == .folder(["note.txt": .file("hello, world")]))
    }
  }

  @Test func aReplayWithAnotherNameRenamesTheCreatedItem() throws {
    try ExtensionHarness.with { harness in
      let first = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
      let again = try #require(try harness.create("other.txt", contents: "hello", template: "t"))
      #expect(first.itemIdentifier == again.itemIdentifier && again.filename == "other.txt")
      #expect(try harness.test.documents == .folder(["other.txt": .file("hello")]))
    }
  }

  @Test func aReplayOfATakenNameKeepsTheNameOfTheFirstCall() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("first"), at: "AppGroup/Documents/note.txt")
      for _ in 1...3 {
        let item = try #require(try harness.create("note.txt", contents: "second", template: "t"))
        #expect(item.filename == "note-1.txt")
      }
      #expect(
        try harness.test.documents
          == .folder(["note.txt": .file("first"), "note-1.txt": .file("second")]))
    }
  }

  @Test func anExistingDocumentWithOtherBytesStaysBesideTheNewOne() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("ours"), at: "AppGroup/Documents/a.txt")
      let item = try #require(try harness.create("a.txt", contents: "theirs", options: .mayAlreadyExist))
      #expect(item.filename == "a-1.txt")
      #expect(
        try harness.test.documents == .folder(["a.txt": .file("ours"), "a-1.txt": .file("theirs")]))
    }
  }

  @Test func anExistingDocumentWithTheSameBytesIsReturnedBeforeAnyListing() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("same"), at: "AppGroup/Documents/a.txt")
      let item = try #require(try harness.create("a.txt", contents: "same", options: .mayAlreadyExist))
      #expect(try harness.list().map(\.itemIdentifier) == [item.itemIdentifier])
      #expect(try harness.test.documents == .folder(["a.txt": .file("same")]))
    }
  }

  @Test func aDocumentThatTheAppDeletedDuringAnEditIsCreatedAgain() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("a.txt", contents: "old"))
      try harness.test.remove("AppGroup/Documents/a.txt")
      _ = try harness.list()
      let again = try #require(
        try harness.create(
          "a.txt", contents: "edited", template: item.itemIdentifier.rawValue, options: .deletionConflicted))
      #expect(again.filename == "a.txt")
      #expect(try harness.test.documents == .folder(["a.txt": .file("edited")]))
    }
  }

  @Test func aLinkWithoutATargetIsRefusedAndNothingElseChanges() throws {
    try ExtensionHarness.with { harness in
      #expect(throws: NSFileProviderError(.cannotSynchronize)) {
        try harness.create("link", type: .symbolicLink)
      }
      let found = try harness.test.documents
      #expect(found == .folder())
      #expect(try harness.create("a.txt", contents: "a") != nil)
    }
  }

  @Test func aFileCreatedInAFolderThatTheAppRenamedLiesInThatFolder() throws {
    try ExtensionHarness.with { harness in
      let folder = try #require(try harness.create("Trip", type: .folder))
      try harness.rename("Documents/Trip", to: "Documents/Journey")
      try harness.test.put(.folder(), at: "AppGroup/Documents/Trip")
      let item = try #require(try harness.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      #expect(item.parentItemIdentifier == folder.itemIdentifier)
      #expect(
        try harness.test.documents
          == .folder(["Journey": .folder(["a.txt": .file("a")]), "Trip": .folder()]))
    }
  }
}
