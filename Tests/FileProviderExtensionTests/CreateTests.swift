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

@Suite struct CreateTests {
  @Test func aNewFileIsADocument() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("note.txt", contents: "hello"))
      #expect(item.filename == "note.txt")
      #expect(item.documentSize??.intValue == 5)
      #expect(try asker.house.documents == .folder(["note.txt": .file("hello")]))
      #expect(try asker.item(item.itemIdentifier).filename == "note.txt")
    }
  }

  @Test func aTakenNameGetsTheNextFreeOneAndTheItemSaysSo() throws {
    try Asker.with { asker in
      try asker.house.put(.file("first"), at: "AppGroup/Documents/note.txt")
      let item = try #require(try asker.create("note.txt", contents: "second"))
      #expect(item.filename == "note-1.txt")
      #expect(
        try asker.house.documents
          == .folder(["note.txt": .file("first"), "note-1.txt": .file("second")]))
    }
  }

  @Test func theSameTemplateAgainIsTheSameItem() throws {
    try Asker.with { asker in
      let first = try #require(try asker.create("note.txt", contents: "hello", template: "t"))
      let again = try #require(try asker.create("note.txt", contents: "hello", template: "t"))
      #expect(first.itemIdentifier == again.itemIdentifier)
      #expect(try asker.house.documents == .folder(["note.txt": .file("hello")]))
    }
  }

  @Test func theSameBytesUnderTheSameNameAreTheSameItemWhateverTheTemplate() throws {
    try Asker.with { asker in
      let first = try #require(try asker.create("note.txt", contents: "hello"))
      let again = try #require(try asker.create("note.txt", contents: "hello"))
      #expect(first.itemIdentifier == again.itemIdentifier)
    }
  }

  @Test func aFolderAndWhatIsInIt() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      _ = try asker.create("note.txt", in: folder.itemIdentifier, contents: "in")
      #expect(try asker.house.documents == .folder(["Trip": .folder(["note.txt": .file("in")])]))
      #expect(try asker.item(folder.itemIdentifier).contentType == .folder)
    }
  }

  @Test func aSecondFolderOfTheNameIsAnother() throws {
    try Asker.with { asker in
      _ = try asker.create("Trip", type: .folder)
      let second = try #require(try asker.create("Trip", type: .folder))
      #expect(second.filename == "Trip-1")
      let adopted = try #require(try asker.create("Trip", type: .folder, options: .mayAlreadyExist))
      #expect(adopted.filename == "Trip")
    }
  }

  @Test func aLinkIsALinkAndNeverFollowed() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("link", type: .symbolicLink, target: "/etc/passwd"))
      #expect(item.symlinkTargetPath == "/etc/passwd")
      #expect(try asker.house.documents == .folder(["link": .link("/etc/passwd")]))
    }
  }

  @Test func aDatalessTemplateMatchesByNameOrIsDropped() throws {
    try Asker.with { asker in
      try asker.house.put(.file("there"), at: "AppGroup/Documents/a.txt")
      #expect(try asker.create("a.txt", options: .mayAlreadyExist)?.filename == "a.txt")
      #expect(try asker.create("b.txt", options: .mayAlreadyExist) == nil)
      #expect(try asker.house.documents == .folder(["a.txt": .file("there")]))
    }
  }

  @Test func aDatalessTemplateIsNoFolderThatHasTakenItsName() throws {
    try Asker.with { asker in
      try asker.house.put(.folder(["in.txt": .file("in")]), at: "AppGroup/Documents/a.txt")
      #expect(try asker.create("a.txt", options: .mayAlreadyExist) == nil)
    }
  }

  @Test func aParentThatIsGoneIsSaid() throws {
    try Asker.with { asker in
      let gone = NSFileProviderItemIdentifier(String(repeating: "a", count: 32))
      #expect {
        try asker.create("a.txt", in: gone, contents: "a")
      } throws: { ($0 as NSError).code == NSFileProviderError.noSuchItem.rawValue }
    }
  }

  @Test func anotherContentUnderTheSameTemplateIsAnEditOfWhatItMade() throws {
    try Asker.with { asker in
      let first = try #require(try asker.create("note.txt", contents: "hello", template: "t"))
      // The answer got lost, and the person went on writing.
      let again = try #require(try asker.create("note.txt", contents: "hello, world", template: "t"))
      #expect(first.itemIdentifier == again.itemIdentifier)
      #expect(try asker.house.documents == .folder(["note.txt": .file("hello, world")]))
    }
  }

  @Test func aReplayWithAnotherNameRenamesWhatItMade() throws {
    try Asker.with { asker in
      let first = try #require(try asker.create("note.txt", contents: "hello", template: "t"))
      let again = try #require(try asker.create("other.txt", contents: "hello", template: "t"))
      #expect(first.itemIdentifier == again.itemIdentifier && again.filename == "other.txt")
      #expect(try asker.house.documents == .folder(["other.txt": .file("hello")]))
    }
  }

  @Test func aReplayOfATakenNameKeepsTheNameThatItGot() throws {
    try Asker.with { asker in
      try asker.house.put(.file("first"), at: "AppGroup/Documents/note.txt")
      for _ in 1...3 {
        let item = try #require(try asker.create("note.txt", contents: "second", template: "t"))
        #expect(item.filename == "note-1.txt")
      }
      #expect(
        try asker.house.documents
          == .folder(["note.txt": .file("first"), "note-1.txt": .file("second")]))
    }
  }

  @Test func whatExistsWithOtherBytesIsKeptBesideTheNewOne() throws {
    try Asker.with { asker in
      try asker.house.put(.file("ours"), at: "AppGroup/Documents/a.txt")
      let item = try #require(try asker.create("a.txt", contents: "theirs", options: .mayAlreadyExist))
      #expect(item.filename == "a-1.txt")
      #expect(
        try asker.house.documents == .folder(["a.txt": .file("ours"), "a-1.txt": .file("theirs")]))
    }
  }

  @Test func whatExistsWithTheSameBytesIsThatItemAlsoBeforeAnyListing() throws {
    try Asker.with { asker in
      try asker.house.put(.file("same"), at: "AppGroup/Documents/a.txt")
      let item = try #require(try asker.create("a.txt", contents: "same", options: .mayAlreadyExist))
      #expect(try asker.list().map(\.itemIdentifier) == [item.itemIdentifier])
      #expect(try asker.house.documents == .folder(["a.txt": .file("same")]))
    }
  }

  @Test func whatWeDeletedWhileItWasEditedIsADocumentAgain() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "old"))
      try asker.house.remove("AppGroup/Documents/a.txt")
      _ = try asker.list()
      let again = try #require(
        try asker.create(
          "a.txt", contents: "edited", template: item.itemIdentifier.rawValue, options: .deletionConflicted))
      #expect(again.filename == "a.txt")
      #expect(try asker.house.documents == .folder(["a.txt": .file("edited")]))
    }
  }

  @Test func aLinkToNowhereIsRefusedAndNothingElseIsHarmed() throws {
    try Asker.with { asker in
      #expect(throws: NSFileProviderError(.cannotSynchronize)) {
        try asker.create("link", type: .symbolicLink)
      }
      let found = try asker.house.documents
      #expect(found == .folder())
      #expect(try asker.create("a.txt", contents: "a") != nil)
    }
  }

  @Test func whatIsMadeInAFolderThatTheAppRenamedIsInThatFolder() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      try asker.rename("Documents/Trip", to: "Documents/Journey")
      try asker.house.put(.folder(), at: "AppGroup/Documents/Trip")
      let item = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      #expect(item.parentItemIdentifier == folder.itemIdentifier)
      #expect(
        try asker.house.documents
          == .folder(["Journey": .folder(["a.txt": .file("a")]), "Trip": .folder()]))
    }
  }
}
