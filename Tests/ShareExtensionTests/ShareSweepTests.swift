import Foundation
import Shared
import Synchronization
import Testing
import UIKit

@testable import Intake

#if canImport(ShareExtension)
  @testable import ShareExtension
#endif
#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(Corpus)
  import Corpus
#endif

/// Shares of several things, cancelled, failing and killed at every call to the disk.
@MainActor
@Suite struct ShareSweepTests {
  nonisolated static let cases = ["photos-several", "messages-image-with-caption", "safari-selection"]

  @Test func aCancelAtAnyOfTwentyMomentsLeavesNothing() async throws {
    let calls = try await callsOfLoading("ten-things-at-once")
    #expect(calls > 40)
    for moment in 0..<20 {
      let room = try ShareFixture("ten-things-at-once")
      let loading = Mutex<Task<Int?, Never>?>(nil)
      // Not the very last call: no check for cancellation follows it, and the number of calls varies a little.
      let fuse = Fuse(at: 1 + moment * (calls - 1) / 20)
      let share = room.share(
        on: Disk.system.interrupted(fuse) { _ in loading.withLock { $0 }?.cancel() })
      let task = Task { try? await share.load().saved }
      loading.withLock { $0 = task }
      #expect(await task.value == nil, "cancelled at moment \(moment)")
      #expect(try room.names(in: "Staging") == [], "cancelled at moment \(moment)")
      #expect(try room.names(in: "Inbox") == [], "cancelled at moment \(moment)")
      try room.remove()
    }
  }

  @Test(arguments: cases) func aShareKilledAtAnyCallIsWholeOrAbsent(name: String) async throws {
    for number in 1...2000 {
      let room = try ShareFixture(name)
      let fuse = Fuse(at: number)
      let isSaved = await room.play(on: Disk.system.dying(fuse)) != nil
      let parcels = try room.parcels
      #expect(parcels.count <= 1)
      if !parcels.isEmpty || isSaved {
        #expect(try Comparison(room.expected, in: parcels).differences == [], "killed at call \(number)")
      }
      try room.remove()
      if !fuse.hasBlown { return }
    }
    Issue.record("It never came to an end.")
  }

  @Test(arguments: cases, DiskError.everyKind)
  func aShareWithAFailureAtAnyCallReportsItOrIsWhole(name: String, error: DiskError) async throws {
    for number in 1...2000 {
      let room = try ShareFixture(name)
      let fuse = Fuse(at: number)
      let failures = await room.play(on: Disk.system.failing(fuse, with: error))
      let parcels = try room.parcels
      #expect(parcels.count == (failures == nil ? 0 : 1), "\(error) at call \(number)")
      if failures == 0 {
        #expect(try room.isAllOfExpected(parcels), "\(error) at call \(number)")
      } else if failures != nil {
        #expect(try room.isPartOfExpected(parcels), "\(error) at call \(number)")
      }
      try room.remove()
      if !fuse.hasBlown { return }
    }
    Issue.record("It never came to an end.")
  }

  /// What the recorded shares meet. `DepositStagedTests` hand over files of sealed folders, `CopierTests` attributes that are
  /// too large, and `DepositTests` names that are refused.
  nonisolated static let unkindnesses: [DiskUnkindness] = [
    .clonesWithAttributes, .refusesClones, .refusesAttributes, .isFull,
  ]

  @Test(arguments: cases, unkindnesses)
  func aShareOnAnUnkindDiskIsWholeUnlessTheDiskIsFull(
    name: String, unkindness: DiskUnkindness
  ) async throws {
    let room = try ShareFixture(name)
    let failures = await room.play(on: Disk.system.with(unkindness, foreign: ""))
    let parcels = try room.parcels
    if unkindness == .isFull {
      #expect(failures == nil && parcels.isEmpty)
    } else {
      #expect(failures == 0)
      #expect(try room.isAllOfExpected(parcels))
    }
    try room.remove()
  }

  /// The app takes in what is picked, dropped and pasted the same way, again and again.
  @Test(.timeLimit(.minutes(5)), arguments: cases)
  func aFinishedShareKeepsNothingOpen(name: String) async throws {
    let ledger = WrittenVersions()
    let room = try ShareFixture(name)
    _ = await room.play(on: Disk.system.tracked(by: ledger))
    // Who called a handler lets go of it when it has returned, a moment later.
    while ledger.open > 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
    try room.remove()
  }

  private func callsOfLoading(_ name: String) async throws -> Int {
    let room = try ShareFixture(name)
    let log = CallLog()
    let share = room.share(on: Disk.system.logging(to: log))
    let loaded = try await share.load()
    let calls = log.all.count
    await share.discard(loaded)
    try room.remove()
    return calls
  }
}

/// A recorded share and a container for it.
@MainActor
private struct ShareFixture {
  private let scratch: Scratch
  private let recorded: RecordedShare
  let expected: [RecordedShare.Expected]

  init(_ name: String) throws {
    scratch = try Scratch(on: .memory)
    recorded = try RecordedShare(contentsOf: Corpus.file(name))
    expected = recorded.expected ?? []
  }

  func share(on disk: Disk) -> Share {
    Share(recorded.extensionItems, container: Container(path: scratch.path, disk: disk))
  }

  /// Shares, and saves what can be saved.
  ///
  /// - Returns: how many things failed; nil when nothing was saved.
  func play(on disk: Disk) async -> Int? {
    let share = share(on: disk)
    do throws(ShareError) {
      let loaded = try await share.load()
      try await share.publish(loaded)
      return loaded.failures.count
    } catch {
      return nil
    }
  }

  var parcels: [String] {
    get throws { try names(in: "Inbox").map { scratch.path + "/Inbox/" + $0 } }
  }

  func names(in room: String) throws -> [String] {
    let path = scratch.path + "/" + room
    if !FileManager.default.fileExists(atPath: path) { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// Whether every document is there, whole. A disk that does not take an attribute still gets the document.
  func isAllOfExpected(_ parcels: [String]) throws -> Bool {
    let names = try parcels.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) }
    return try names.count == expected.count && isPartOfExpected(parcels)
  }

  /// Whether the parcels hold documents, and each is an expected one, whole.
  func isPartOfExpected(_ parcels: [String]) throws -> Bool {
    let names = try parcels.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) }
    // What a document is called or says of itself may depend on a part that failed; its bytes may not.
    var kept = expected.filter { names.contains($0.name) }
    for index in kept.indices { (kept[index].whereFrom, kept[index].link) = (nil, nil) }
    return try !names.isEmpty && Comparison(kept, in: parcels).differences == []
  }

  func remove() throws { try scratch.remove() }
}
