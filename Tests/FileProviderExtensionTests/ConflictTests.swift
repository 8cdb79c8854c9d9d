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

@Suite struct ConflictTests {
  @Test func anEditThatWasNeverAnsweredIsTheBaseOfTheNext() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "base"))
      // The answer of this one got lost: the system still knows the version before it.
      _ = try asker.modify(item, .contents, contents: "first")
      _ = try asker.modify(item, .contents, contents: "second")
      let (last, fetchAgain) = try asker.modify(item, .contents, contents: "third")
      #expect(!fetchAgain && last.itemIdentifier == item.itemIdentifier)
      #expect(try asker.house.documents == .folder(["a.txt": .file("third")]))
    }
  }

  @Test func whatSomebodyWroteAfterAnUnansweredEditIsKept() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "base"))
      _ = try asker.modify(item, .contents, contents: "first")
      try asker.write("rude one", to: "a.txt")
      let (_, fetchAgain) = try asker.modify(item, .contents, contents: "second")
      #expect(fetchAgain)
      #expect(
        try asker.house.documents
          == .folder(["a.txt": .file("rude one"), "a-1.txt": .file("second")]))
    }
  }

  @Test func aConflictPlayedAgainMakesNoThirdDocument() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "base"))
      try asker.write("theirs", to: "a.txt")
      _ = try asker.modify(item, .contents, contents: "ours")
      let (_, fetchAgain) = try asker.modify(item, .contents, contents: "ours")
      #expect(fetchAgain)
      #expect(
        try asker.house.documents
          == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test func aProgramThatWantsToKnowIsToldAndNothingIsDone() throws {
    try Asker.with { asker in
      guard #available(iOS 26, *) else { return }
      let item = try #require(try asker.create("a.txt", contents: "base"))
      try asker.write("theirs", to: "a.txt")
      #expect(throws: NSFileProviderError(.localVersionConflictingWithServer)) {
        try asker.modify(item, .contents, contents: "ours", options: .failOnConflict)
      }
      #expect(try asker.house.documents == .folder(["a.txt": .file("theirs")]))
      let now = try asker.item(item.itemIdentifier)
      _ = try asker.modify(now, .contents, contents: "ours", options: .failOnConflict)
      #expect(try asker.house.documents == .folder(["a.txt": .file("ours")]))
    }
  }

  @Test func theOtherFieldsOfAConflictingEditAreApplied() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "base"))
      try asker.write("theirs", to: "a.txt")
      let (now, _) = try asker.modify(item, [.contents, .filename, .tagData], contents: "ours") {
        $0.filename = "b.txt"
        $0.tagData = Data("red".utf8)
      }
      #expect(now.filename == "b.txt" && now.tagData == Data("red".utf8))
      #expect(try asker.house.documents.entries["b.txt"]?.bytes == Array("theirs".utf8))
      #expect(try asker.house.documents.entries["a-1.txt"]?.bytes == Array("ours".utf8))
    }
  }

  @Test func anEditAfterARenameByTheAppIsAnEditOfTheSameItem() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "base"))
      try asker.rename("Documents/a.txt", to: "Documents/b.txt")
      let (edited, fetchAgain) = try asker.modify(item, .contents, contents: "edited")
      #expect(!fetchAgain && edited.itemIdentifier == item.itemIdentifier && edited.filename == "b.txt")
      #expect(try asker.house.documents == .folder(["b.txt": .file("edited")]))
    }
  }

  @Test func anEditOfWhatWasDeletedIsADocumentAgainAlsoWithoutItsFolder() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let item = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      try asker.house.remove("AppGroup/Documents/Trip")
      let (again, _) = try asker.modify(item, .contents, contents: "edited")
      #expect(again.filename == "a.txt" && again.parentItemIdentifier == .rootContainer)
      // Played again it is the same document.
      _ = try asker.modify(item, .contents, contents: "edited")
      #expect(try asker.house.documents == .folder(["a.txt": .file("edited")]))
    }
  }

  @Test func aDeletionAfterARenameByTheAppIsRejectedWithTheItemAsItIs() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      try asker.rename("Documents/a.txt", to: "Documents/b.txt")
      #expect {
        try asker.delete(item)
      } throws: { error in
        let error = error as NSError
        let now = error.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItemProtocol
        return error.code == NSFileProviderError.deletionRejected.rawValue && now?.filename == "b.txt"
          && now?.itemIdentifier == item.itemIdentifier
      }
      #expect(try asker.house.documents == .folder(["b.txt": .file("a")]))
    }
  }

  @Test func aNameThatIsTakenAgainAndAgainGetsNoLongerTail() throws {
    try Asker.with { asker in
      _ = try asker.create("b.txt", contents: "b")
      let item = try #require(try asker.create("a.txt", contents: "a"))
      for _ in 1...3 {
        let (moved, _) = try asker.modify(item, .filename) { $0.filename = "b.txt" }
        #expect(moved.filename == "b-1.txt")
      }
    }
  }
}
