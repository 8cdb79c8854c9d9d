import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct CreateTests {
  let harness = ExtensionHarness.current

  @Test func theSameTemplateAgainReturnsTheSameItem() throws {
    let first = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
    let again = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
    #expect(first.itemIdentifier == again.itemIdentifier)
    #expect(try harness.test.documents == ["note.txt": "hello"])
  }

  @Test func equalBytesUnderOneNameReturnTheSameItemForAnyTemplate() throws {
    let first = try #require(try harness.create("note.txt", contents: "hello"))
    let again = try #require(try harness.create("note.txt", contents: "hello"))
    #expect(first.itemIdentifier == again.itemIdentifier)
  }

  @Test func aSecondFolderOfOneNameBecomesAnotherItem() throws {
    _ = try harness.create("Trip", type: .folder)
    #expect(try #require(try harness.create("Trip", type: .folder)).filename == "Trip-1")
    let adopted = try #require(try harness.create("Trip", type: .folder, options: .mayAlreadyExist))
    #expect(adopted.filename == "Trip")
  }

  @Test func aLinkBecomesALinkAndIsNeverFollowed() throws {
    let item = try #require(try harness.create("link", type: .symbolicLink, target: "/etc/passwd"))
    #expect(item.symlinkTargetPath == "/etc/passwd")
    #expect(try harness.test.documents == ["link": .link("/etc/passwd")])
  }

  @Test func aDatalessTemplateMatchesByNameOrIsDropped() throws {
    try harness.test.put("there", at: "AppGroup/Documents/a.txt")
    #expect(try harness.create("a.txt", options: .mayAlreadyExist)?.filename == "a.txt")
    #expect(try harness.create("b.txt", options: .mayAlreadyExist) == nil)
    #expect(try harness.test.documents == ["a.txt": "there"])
  }

  @Test func aDatalessTemplateDoesNotMatchAFolderOfItsName() throws {
    try harness.test.put(["in.txt": "in"], at: "AppGroup/Documents/a.txt")
    #expect(try harness.create("a.txt", options: .mayAlreadyExist) == nil)
  }

  @Test func aMissingParentIsReported() throws {
    let gone = NSFileProviderItemIdentifier(String(repeating: "a", count: 32))
    expectCode(.noSuchItem) { try harness.create("a.txt", in: gone, contents: "a") }
  }

  @Test func otherContentsUnderTheSameTemplateEditTheCreatedItem() throws {
    let first = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
    // The answer got lost, and the user went on writing.
    let again = try #require(try harness.create("note.txt", contents: "hello, world", template: "t"))
    #expect(first.itemIdentifier == again.itemIdentifier)
    #expect(try harness.test.documents == ["note.txt": "hello, world"])
  }

  @Test func aReplayWithAnotherNameRenamesTheCreatedItem() throws {
    let first = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
    let again = try #require(try harness.create("other.txt", contents: "hello", template: "t"))
    #expect(first.itemIdentifier == again.itemIdentifier && again.filename == "other.txt")
    #expect(try harness.test.documents == ["other.txt": "hello"])
  }

  @Test func aReplayOfATakenNameKeepsTheNameOfTheFirstCall() throws {
    try harness.test.put("first", at: "AppGroup/Documents/note.txt")
    for _ in 1...3 {
      let item = try #require(try harness.create("note.txt", contents: "second", template: "t"))
      #expect(item.filename == "note-1.txt")
    }
    #expect(try harness.test.documents == ["note.txt": "first", "note-1.txt": "second"])
  }

  @Test func anExistingDocumentWithOtherBytesStaysBesideTheNewOne() throws {
    try harness.test.put("ours", at: "AppGroup/Documents/a.txt")
    let item = try #require(try harness.create("a.txt", contents: "theirs", options: .mayAlreadyExist))
    #expect(item.filename == "a-1.txt")
    #expect(try harness.test.documents == ["a.txt": "ours", "a-1.txt": "theirs"])
  }

  @Test func anExistingDocumentWithTheSameBytesIsReturnedBeforeAnyListing() throws {
    try harness.test.put("same", at: "AppGroup/Documents/a.txt")
    let item = try #require(try harness.create("a.txt", contents: "same", options: .mayAlreadyExist))
    #expect(try harness.list().map(\.itemIdentifier) == [item.itemIdentifier])
    #expect(try harness.test.documents == ["a.txt": "same"])
  }

  @Test func aDocumentThatTheAppDeletedDuringAnEditIsCreatedAgain() throws {
    let item = try #require(try harness.create("a.txt", contents: "old"))
    try harness.test.remove("AppGroup/Documents/a.txt")
    _ = try harness.list()
    let again = try #require(
      try harness.create(
        "a.txt", contents: "edited", template: item.itemIdentifier.rawValue, options: .deletionConflicted))
    #expect(again.filename == "a.txt")
    #expect(try harness.test.documents == ["a.txt": "edited"])
  }

  @Test func aLinkWithoutATargetIsRefusedAndNothingElseChanges() throws {
    #expect(throws: NSFileProviderError(.cannotSynchronize)) {
      try harness.create("link", type: .symbolicLink)
    }
    #expect(try harness.test.documents == [:])
    #expect(try harness.create("a.txt", contents: "a") != nil)
  }

  @Test func aFileCreatedInAFolderThatTheAppRenamedLiesInThatFolder() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    try harness.rename("Documents/Trip", to: "Documents/Journey")
    try harness.test.put([:], at: "AppGroup/Documents/Trip")
    let item = try #require(try harness.create("a.txt", in: folder.itemIdentifier, contents: "a"))
    #expect(item.parentItemIdentifier == folder.itemIdentifier)
    #expect(try harness.test.documents == ["Journey": ["a.txt": "a"], "Trip": [:]])
  }
}
