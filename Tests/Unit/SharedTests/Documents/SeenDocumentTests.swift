import Foundation
import Testing

@testable import IntrayCore

/// An action names the document that the user saw, and not what its path names by then.
@Suite(.inContainer) struct SeenDocumentTests {
  let test = TestContainer.current

  private func shown() async throws -> SeenDocument {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("a".utf8, as: "a.txt")
    _ = try deposit.publish()
    try test.drain()
    let index = DocumentIndex(test.container) { _ in false }
    return try #require(try await index.list(DocumentQuery(limit: 1)).entries.first).seen
  }

  @Test(arguments: ["move", "trash", "remove"])
  func anotherDocumentOfTheSameNameIsNotTouched(what: String) async throws {
    let seen = try await shown()
    let documents = Documents(test.container)
    _ = try documents.trash([seen]).map { try $0.get() }
    try test.put("another", at: "AppGroup/Documents/a.txt")
    _ = try documents.makeFolder("to", in: "")
    let results =
      switch what {
      case "move": documents.move([seen], to: "to")
      case "trash": documents.trash([seen])
      default: documents.remove([seen])
      }
    expectError(.changed) { try results[0].get() }
    #expect(try test.documents == ["a.txt": "another", "to": [:]])
  }

  @Test func anEditedDocumentIsTheSameForEverythingButDeletionForGood() async throws {
    let seen = try await shown()
    let documents = Documents(test.container)
    let known = try test.known("a.txt")
    let staged = try documents.stage(.bytes(Array("edited".utf8)), as: "a.txt")
    // An edit in Files keeps the identifier, and makes another file.
    let item = try #require(seen.identity?.item)
    let file = try staged.entry.open(.file)
    try file.setIdentity(Identity(item, of: file.status()))
    _ = try documents.replaceContents(of: "a.txt", with: staged, expecting: known)
    expectError(.changed) { try documents.remove([seen])[0].get() }
    #expect(try test.documents == ["a.txt": "edited"])
    #expect(try documents.trash([seen])[0].get().names.count == 1)
  }
}
