import FileProvider
import Foundation
import IntrayCore
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct CreateTests {
  let harness = ExtensionHarness.current

  @Test(arguments: [
    ("note.txt", "hello", "t"),
    // Equal bytes under one name are one item for any template.
    ("note.txt", "hello", "u"),
    // The answer got lost, and the user went on writing, or gave another name.
    ("note.txt", "hello, world", "t"), ("other.txt", "hello", "t"),
  ])
  func aReplayOfACreationEditsTheCreatedItem(name: String, contents: String, template: String) throws {
    let first = try #require(try harness.create("note.txt", contents: "hello", template: "t"))
    let again = try #require(try harness.create(name, contents: contents, template: template))
    #expect(first.itemIdentifier == again.itemIdentifier && again.filename == name)
    #expect(try harness.test.documents == [FileName(name): .file(contents)])
  }

  @Test func aSecondFolderOfOneNameBecomesAnotherItem() throws {
    _ = try harness.create("Trip", type: .folder)
    #expect(try #require(try harness.create("Trip", type: .folder)).filename == "Trip-1")
    let adopted = try #require(try harness.create("Trip", type: .folder, options: .mayAlreadyExist))
    #expect(adopted.filename == "Trip")
  }

  @Test func aDatalessTemplateMatchesADocumentOfItsNameOrIsDropped() throws {
    try harness.test.put(["a.txt": "there", "f.txt": ["in.txt": "in"]])
    #expect(try harness.create("a.txt", options: .mayAlreadyExist)?.filename == "a.txt")
    for name in ["b.txt", "f.txt"] { #expect(try harness.create(name, options: .mayAlreadyExist) == nil) }
    #expect(try harness.test.documents == ["a.txt": "there", "f.txt": ["in.txt": "in"]])
  }

  /// The app moves a document, and the system imports everything anew before it hears of that.
  @Test(arguments: [false, true])
  func aDocumentThatMovedBeforeAnImportIsTheOneThatStoodThere(isTrashed: Bool) throws {
    let item = try #require(try harness.create("a.txt", contents: "a"))
    _ = try harness.create("Work", type: .folder)
    let place = isTrashed ? "Trash" : "Documents/Work"
    try harness.rename("Documents/a.txt", to: place + "/a.txt")
    _ = try harness.list()
    let found = try #require(try harness.create("a.txt", contents: "a", options: .mayAlreadyExist))
    #expect(found.itemIdentifier == item.itemIdentifier)
    #expect(found.parentItemIdentifier != .rootContainer)
    #expect(try harness.test.tree("AppGroup/" + place) == ["a.txt": "a"])
    // That one is known to be elsewhere now; another of these bytes, or one of other bytes, is new.
    for contents in ["a", "b"] {
      let other = try #require(try harness.create("a.txt", contents: contents, options: .mayAlreadyExist))
      #expect(other.itemIdentifier != item.itemIdentifier)
    }
    #expect(try harness.test.documents.names == ["Work", "a.txt", "a-1.txt"])
  }

  @Test func aDocumentThatAnImportHasFoundInItsNewPlaceIsNotTheOneAtItsOldPlace() throws {
    let item = try #require(try harness.create("a.txt", contents: "a"))
    let work = try #require(try harness.create("Work", type: .folder))
    try harness.rename("Documents/a.txt", to: "Documents/Work/a.txt")
    let there = try #require(
      try harness.create("a.txt", in: work.itemIdentifier, contents: "a", options: .mayAlreadyExist))
    #expect(there.itemIdentifier == item.itemIdentifier)
    let other = try #require(try harness.create("a.txt", contents: "a", options: .mayAlreadyExist))
    #expect(other.itemIdentifier != item.itemIdentifier)
    #expect(try harness.test.documents == ["a.txt": "a", "Work": ["a.txt": "a"]])
    harness.provider.importDidFinish {}
    harness.provider.requests.waitUntilIdle()
    try harness.rename("Documents/a.txt", to: "Documents/b.txt")
    _ = try harness.list()
    // The next import has found nothing yet.
    let next = try #require(try harness.create("a.txt", contents: "a", options: .mayAlreadyExist))
    #expect([item, other].map(\.itemIdentifier).contains(next.itemIdentifier))
    #expect(try harness.test.documents == ["b.txt": "a", "Work": ["a.txt": "a"]])
  }

  @Test func aMissingParentIsReported() throws {
    let gone = NSFileProviderItemIdentifier(String(repeating: "a", count: 32))
    expectCode(.noSuchItem) { try harness.create("a.txt", in: gone, contents: "a") }
  }

  @Test func aReplayOfATakenNameKeepsTheNameOfTheFirstCall() throws {
    try harness.test.put("first", at: "AppGroup/Documents/note.txt")
    for _ in 1...3 {
      let item = try #require(try harness.create("note.txt", contents: "second", template: "t"))
      #expect(item.filename == "note-1.txt")
    }
    #expect(try harness.test.documents == ["note.txt": "first", "note-1.txt": "second"])
  }

  @Test func anExistingDocumentIsReturnedIfItHasTheBytesAndElseStaysBesideTheNewOne() throws {
    try harness.test.put(["a.txt": "same"])
    let item = try #require(try harness.create("a.txt", contents: "same", options: .mayAlreadyExist))
    #expect(try harness.list().map(\.itemIdentifier) == [item.itemIdentifier])
    let other = try #require(try harness.create("a.txt", contents: "theirs", options: .mayAlreadyExist))
    #expect(other.filename == "a-1.txt")
    #expect(try harness.test.documents == ["a.txt": "same", "a-1.txt": "theirs"])
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
