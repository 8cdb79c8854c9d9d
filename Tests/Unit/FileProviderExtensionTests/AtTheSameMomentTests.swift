import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// Two calls for one item from two threads. Each is answered once (the harness sees to that), and no contents are lost.
@Suite(.inExtension) struct AtTheSameMomentTests {
  let harness = ExtensionHarness.current

  /// Makes two calls at the same moment.
  ///
  /// - Returns: what each of them failed with.
  private func both(_ one: () throws -> Void, _ other: () throws -> Void) -> [(any Error)?] {
    let errors = Mutex<[Int: any Error]>([:])
    // Both run to their end before this returns.
    withoutActuallyEscaping(one) { one in
      withoutActuallyEscaping(other) { other in
        nonisolated(unsafe) let calls = [one, other]
        DispatchQueue.concurrentPerform(iterations: 2) { @Sendable index in
          do { try calls[index]() } catch { errors.withLock { $0[index] = error } }
        }
      }
    }
    return errors.withLock { errors in [errors[0], errors[1]] }
  }

  private func contents() throws -> [[UInt8]] {
    try harness.test.documents.contents + harness.test.tree("AppGroup/Trash").contents
  }

  @Test(arguments: 0..<12) func twoEditsAtOnceLeaveOneWholeAndTheOtherBesideOrBeforeIt(round: Int) throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    let errors = both(
      { _ = try harness.modify(item, .contents, contents: "one") },
      { _ = try harness.modify(item, .contents, contents: "other") })
    let left = Set(try contents().map { String(decoding: $0, as: UTF8.self) })
    // The system has one copy of an item: its later edit was made from the earlier one, answered or not.
    for (error, text) in zip(errors, ["one", "other"]) where error == nil {
      #expect(
        left.contains(text)
          || errors.allSatisfy { $0 == nil } && !left.isDisjoint(with: ["one", "other"]))
    }
    #expect(errors.contains { $0 == nil } && left.isSubset(of: ["one", "other"]))
    _ = try harness.item(item.itemIdentifier)
  }

  /// A deletion may come after the edit, of which the system had no answer yet: then the edit was meant to go, too.
  @Test(arguments: 0..<12) func anEditAndADeletionAtOnceRunOneAfterTheOther(round: Int) throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    let errors = both(
      { _ = try harness.modify(item, .contents, contents: "edit") }, { try harness.delete(item) })
    let left = try contents().map { String(decoding: $0, as: UTF8.self) }
    #expect(left == ["edit"] || left.isEmpty && errors[1] == nil, "\(left), \(errors)")
  }

  @Test(arguments: 0..<12) func anEditOfADocumentThatMovesToTheTrashIsKept(round: Int) throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    let errors = both(
      { _ = try harness.modify(item, .contents, contents: "edit") },
      {
        _ = try harness.modify(item, .parentItemIdentifier) { $0.parentItemIdentifier = .trashContainer }
      })
    #expect(errors[0] == nil)
    #expect(try contents().contains(Array("edit".utf8)), "\(errors)")
  }
}
