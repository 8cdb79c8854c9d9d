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

/// Two calls for one item from two threads. Each is answered once (the asker sees to that), and no contents are lost.
@Suite struct AtTheSameMomentTests {
  private static let rounds = 12

  /// Makes two calls at the same moment.
  ///
  /// - Returns: what each of them failed with.
  private func both(_ one: () throws -> Void, _ other: () throws -> Void) -> [(any Error)?] {
    let errors = Guarded<[Int: any Error]>([:])
    // Both run to their end before this returns.
    withoutActuallyEscaping(one) { one in
      withoutActuallyEscaping(other) { other in
        nonisolated(unsafe) let calls = [one, other]
        DispatchQueue.concurrentPerform(iterations: 2) { index in
          do { try calls[index]() } catch { errors.with { $0[index] = error } }
        }
      }
    }
    return errors.with { errors in [errors[0], errors[1]] }
  }

  /// Lends a new document, so many times.
  private func repeatedly(_ body: (Asker, any NSFileProviderItemProtocol) throws -> Void) throws {
    for _ in 0..<Self.rounds {
      try Asker.with { asker in
        try body(asker, try #require(try asker.create("a.txt", contents: "base")))
      }
    }
  }

  private func contents(_ asker: Asker) throws -> [[UInt8]] {
    try asker.house.documents.contents + asker.house.tree("AppGroup/Trash").contents
  }

  @Test func ofTwoEditsTheDocumentHasOneWholeAndTheOtherIsBesideItOrWasBeforeIt() throws {
    try repeatedly { (asker: Asker, item: any NSFileProviderItemProtocol) throws in
      let errors = both(
        { _ = try asker.modify(item, .contents, contents: "one") },
        { _ = try asker.modify(item, .contents, contents: "other") })
      let left = Set(try contents(asker).map { String(decoding: $0, as: UTF8.self) })
      // The system has one copy of an item: its later edit was made from the earlier one, answered or not.
      for (error, text) in zip(errors, ["one", "other"]) where error == nil {
        #expect(
          left.contains(text)
            || errors.allSatisfy { $0 == nil } && !left.isDisjoint(with: ["one", "other"]))
      }
      #expect(errors.contains { $0 == nil } && left.isSubset(of: ["one", "other"]))
      _ = try asker.item(item.itemIdentifier)
    }
  }

  /// A deletion may come after the edit, of which the system had no answer yet: then the edit was meant to go, too.
  @Test func anEditAndADeletionAreDoneOneAfterTheOther() throws {
    try repeatedly { (asker: Asker, item: any NSFileProviderItemProtocol) throws in
      let errors = both(
        { _ = try asker.modify(item, .contents, contents: "edit") }, { try asker.delete(item) })
      let left = try contents(asker).map { String(decoding: $0, as: UTF8.self) }
      #expect(left == ["edit"] || left.isEmpty && errors[1] == nil, "\(left), \(errors)")
    }
  }

  @Test func anEditOfWhatIsThrownAwayIsKept() throws {
    try repeatedly { (asker: Asker, item: any NSFileProviderItemProtocol) throws in
      let errors = both(
        { _ = try asker.modify(item, .contents, contents: "edit") },
        {
          _ = try asker.modify(item, .parentItemIdentifier) { $0.parentItemIdentifier = .trashContainer }
        })
      #expect(errors[0] == nil)
      #expect(try contents(asker).contains(Array("edit".utf8)), "\(errors)")
    }
  }
}
