import FileProvider
import Foundation
import IntrayCore
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct ConflictTests {
  let harness = ExtensionHarness.current

  /// An edit that became a conflict copy, beside the document.
  private func contest() throws -> (
    document: any NSFileProviderItemProtocol, copy: any NSFileProviderItemProtocol
  ) {
    let document = try #require(try harness.create("a.txt", contents: "base"))
    try harness.write("theirs", to: "a.txt")
    _ = try harness.modify(document, .contents, contents: "ours")
    let copy = try #require(try harness.list().first { $0.filename == "a (conflict).txt" })
    return (document, copy)
  }

  private func decorations(_ item: any NSFileProviderItemProtocol) -> [String] {
    ((item as? any NSFileProviderItemDecorating)?.decorations ?? []).map(\.rawValue)
  }

  @Test func aConflictCopyHasABadgeUntilTheUserKeepsBoth() throws {
    let (document, copy) = try contest()
    #expect(decorations(copy) == ["conflict"] && decorations(document).isEmpty)
    let anchor = try harness.anchor()
    for _ in 1...2 { try harness.putBack([copy], action: FileProviderExtension.keepBoth) }
    let told = try harness.changes(since: anchor).updated.filter { $0.itemIdentifier == copy.itemIdentifier }
    #expect(told.map(decorations) == [[]])
    #expect(told.first?.itemVersion?.contentVersion == copy.itemVersion?.contentVersion)
    #expect(try harness.test.documents == ["a.txt": "theirs", "a (conflict).txt": "ours"])
  }

  @Test(arguments: [false, true]) func theUserKeepsTheVersionOfAConflictCopy(isTrashed: Bool) throws {
    let (document, copy) = try contest()
    if isTrashed { try harness.rename("Documents/a.txt", to: "Trash/a.txt") }
    try harness.putBack([copy], action: FileProviderExtension.keepThis)
    let documents = try harness.test.documents
    #expect(documents == (isTrashed ? ["a (conflict).txt": "ours"] : ["a.txt": "ours"]))
    #expect(try harness.test.tree("AppGroup/Trash").names == ["a.txt"])
    let left = try harness.list()
    #expect(left.flatMap(decorations).isEmpty)
    // The document stays the item that it was.
    #expect(isTrashed || left.map(\.itemIdentifier) == [document.itemIdentifier])
  }

  @Test func aFolderSaysHowManyItemsItHas() throws {
    let folder = try #require(try harness.create("f", type: .folder))
    _ = try harness.create("a.txt", in: folder.itemIdentifier, contents: "a")
    for name in [".DS_Store", "._a.txt"] { try harness.write("", to: "f/" + name) }
    let told = try #require(try harness.list().first { $0.filename == "f" })
    #expect((told.childItemCount ?? nil) == 1)
  }

  @Test func aSaveByAnotherProgramAfterAnUnansweredEditIsKept() throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    _ = try harness.modify(item, .contents, contents: "first")
    try harness.write("rude one", to: "a.txt")
    let (_, fetchAgain) = try harness.modify(item, .contents, contents: "second")
    #expect(fetchAgain)
    #expect(try harness.test.documents == ["a.txt": "rude one", "a (conflict).txt": "second"])
  }

  @Test func aConflictCopyNamesTheDocumentThatItIsInConflictWith() throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    try harness.write("theirs", to: "a.txt")
    _ = try harness.modify(item, .contents, contents: "ours")
    func conflict(of name: FileName) throws -> [UInt8]? {
      let folder = try Folder.open(harness.test.container.path(of: .documents), disk: .system)
      return try folder[name].open(.file).attribute("app.intray.conflict")
    }
    let digits = try conflict(of: "a (conflict).txt")?.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    #expect(digits?.joined() == item.itemIdentifier.rawValue)
    #expect(try conflict(of: "a.txt") == nil)
  }

  @Test func aCallThatAsksToFailOnConflictFailsAndChangesNothing() throws {
    guard #available(iOS 26, *) else { return }
    let item = try #require(try harness.create("a.txt", contents: "base"))
    try harness.write("theirs", to: "a.txt")
    #expect(throws: NSFileProviderError(.localVersionConflictingWithServer)) {
      try harness.modify(item, .contents, contents: "ours", options: .failOnConflict)
    }
    #expect(try harness.test.documents == ["a.txt": "theirs"])
    let now = try harness.item(item.itemIdentifier)
    _ = try harness.modify(now, .contents, contents: "ours", options: .failOnConflict)
    #expect(try harness.test.documents == ["a.txt": "ours"])
  }

  @Test func aConflictingEditSetsTheDateOfItsCopyOnlyAndTheOtherFieldsOfTheDocument() throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    try harness.write("theirs", to: "a.txt")
    let date = Date(timeIntervalSince1970: 1_000)
    let fields: NSFileProviderItemFields = [.contents, .contentModificationDate, .filename, .tagData]
    let (now, _) = try harness.modify(item, fields, contents: "ours") {
      ($0.contentModificationDate, $0.filename, $0.tagData) = (date, "b.txt", Data("red".utf8))
    }
    #expect(now.filename == "b.txt" && now.tagData == Data("red".utf8))
    #expect(try harness.test.documents.entries["b.txt"]?.bytes == Array("theirs".utf8))
    #expect(try harness.test.documents.entries["a (conflict).txt"]?.bytes == Array("ours".utf8))
    func modified(_ name: String) throws -> Date? {
      let path = harness.test.path(of: "AppGroup/Documents/" + name)
      return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    #expect(try modified("a (conflict).txt") == date)
    #expect(try modified("b.txt") != date)
  }

  @Test func anEditAfterARenameByTheAppIsAnEditOfTheSameItem() throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    try harness.rename("Documents/a.txt", to: "Documents/b.txt")
    let (edited, fetchAgain) = try harness.modify(item, .contents, contents: "edited")
    #expect(!fetchAgain && edited.itemIdentifier == item.itemIdentifier && edited.filename == "b.txt")
    #expect(try harness.test.documents == ["b.txt": "edited"])
  }

  @Test func anEditOfADeletedDocumentRecreatesItEvenWithoutItsFolder() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let item = try #require(try harness.create("a.txt", in: folder.itemIdentifier, contents: "a"))
    try harness.test.remove("AppGroup/Documents/Trip")
    let (again, _) = try harness.modify(item, .contents, contents: "edited")
    #expect(again.filename == "a.txt" && again.parentItemIdentifier == .rootContainer)
    // Played again it is the same document.
    _ = try harness.modify(item, .contents, contents: "edited")
    #expect(try harness.test.documents == ["a.txt": "edited"])
  }

  @Test func aDeletionAfterARenameByTheAppIsRejectedWithTheCurrentItem() throws {
    let item = try #require(try harness.create("a.txt", contents: "a"))
    try harness.rename("Documents/a.txt", to: "Documents/b.txt")
    #expect {
      try harness.delete(item)
    } throws: { error in
      let error = error as NSError
      let now = error.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItemProtocol
      return error.code == NSFileProviderError.deletionRejected.rawValue && now?.filename == "b.txt"
        && now?.itemIdentifier == item.itemIdentifier
    }
    #expect(try harness.test.documents == ["b.txt": "a"])
  }

  @Test func aRepeatedRenameToATakenNameKeepsTheSameNumber() throws {
    _ = try harness.create("b.txt", contents: "b")
    let item = try #require(try harness.create("a.txt", contents: "a"))
    for _ in 1...3 {
      let (moved, _) = try harness.modify(item, .filename) { $0.filename = "b.txt" }
      #expect(moved.filename == "b-1.txt")
    }
  }
}
