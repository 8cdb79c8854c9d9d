import Foundation
import IntrayCore
import IntrayIntake
import Synchronization

#if canImport(TestSupport)
  import TestSupport
#endif

/// A recorded share on a phone of its own, which is killed, cancelled and failing at a call to the disk, or meets an unkind
/// disk. It is whole or not there, and what was not saved is told.
@MainActor
public struct ShareTrial {
  /// What the user chose on the sheet.
  public struct Choice: Hashable, Sendable {
    /// A name for all documents.
    public var name: String?
    var folder = DocumentPath()
    var newFolder: DocumentName?

    /// Nothing but what is said.
    public init(name: String? = nil, folder: DocumentPath = DocumentPath(), newFolder: DocumentName? = nil) {
      (self.name, self.folder, self.newFolder) = (name, folder, newFolder)
    }

    /// Nothing, and a name and a new folder. The second has an emoji of 2024, which some volumes refuse.
    public static let all = [
      Choice(),
      Choice(
        name: "Minutes \u{1FADF}", folder: DocumentPath([FileName("Work")]),
        newFolder: DocumentName("New \u{1FADF}")),
    ]
  }

  /// What happens to a share.
  public enum Disturbance: Sendable {
    /// At the n-th call to the disk, the process is killed, or the user cancels.
    case kill(Int), cancel(Int)
    /// The n-th call to the disk does nothing, and throws.
    case fail(Int, DiskError)
    /// The disk is unkind.
    case unkind(DiskUnkindness)

    /// Whether the volume keeps no comment.
    var keepsNoComment: Bool { if case .unkind(.refusesAttributes) = self { true } else { false } }

    /// Whether another run of the same share has another name for each document, by right.
    var renames: Bool { if case .unkind(.refusesNewCharacters) = self { true } else { false } }
  }

  /// The documents that there are in the end, each with its path.
  struct Outcome: Sendable {
    var files: [String: [UInt8]]

    /// Their bytes, in an order of their own.
    var contents: [[UInt8]] { files.values.sorted { $0.lexicographicallyPrecedes($1) } }
  }

  private let share: String
  private let choice: Choice
  private let corpus: URL
  private let parent: String
  private let expected: Outcome
  /// How many things the sender itself does not hand over.
  private let missing: Int
  /// How many calls to the disk it makes when nothing disturbs it. A share of many things asks for them at once, so the
  /// number varies.
  public let calls: Int

  /// Plays the share once, undisturbed.
  ///
  /// - Parameters:
  ///   - corpus: the folder that the share is in.
  ///   - parent: the folder in which the phones are made.
  public init(_ share: String, _ choice: Choice = Choice(), from corpus: URL? = nil, in parent: String)
    async throws
  {
    (self.share, self.choice, self.parent) = (share, choice, parent)
    self.corpus = corpus ?? Corpus.file(share).deletingLastPathComponent()
    let log = CallLog()
    let run = try ShareRun(share, choice, self.corpus, parent)
    let result = await run.play(on: run.world.disk.logging(to: log))
    // It keeps nothing open. Who called a handler lets go of it when it has returned, a moment later.
    while run.world.ledger.open > 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
    expected = try run.recovered()
    try run.remove()
    guard result != nil || expected.files.isEmpty else { throw Violation("\(share) does not work") }
    missing = result ?? 0
    calls = log.all.count
  }

  /// Plays it with a disturbance, and checks what is there.
  ///
  /// - Throws: a ``Violation`` when something does not hold.
  public func play(_ disturbance: Disturbance) async throws {
    let run = try ShareRun(share, choice, corpus, parent)
    do {
      let result = await run.play(disturbance)
      try run.check(disturbance, result.map { $0 - missing }, expecting: expected)
    } catch {
      throw Violation(
        "\(share)\(choice == Choice() ? "" : " with a name and a folder"), \(disturbance): \(error)")
    }
    try run.remove()
  }
}

/// One share on a phone of its own.
@MainActor
private struct ShareRun {
  let world: TestContainer
  private let recorded: RecordedShare
  private let choice: ShareTrial.Choice
  private let files: String
  private static let before = ["Work/old.txt": Array("old".utf8)]

  init(_ name: String, _ choice: ShareTrial.Choice, _ corpus: URL, _ parent: String) throws {
    world = try TestContainer.make(at: parent + "/share-" + UUID().uuidString)
    try world.put(.folder(["old.txt": .file("old")]), at: "AppGroup/Documents/Work")
    recorded = try RecordedShare(contentsOf: corpus.appending(path: name + ".json"))
    files = corpus.path(percentEncoded: false) + "Files"
    self.choice = choice
  }

  /// Shares, and saves what can be saved.
  ///
  /// - Returns: how many things failed; nil when nothing was saved.
  func play(_ disturbance: ShareTrial.Disturbance) async -> Int? {
    switch disturbance {
    case .kill(let number): return await play(on: Disk.system.dying(Fuse(at: number)))
    case .fail(let number, let error):
      return await play(on: Disk.system.failing(Fuse(at: number), with: error))
    case .unkind(let unkindness): return await play(on: Disk.system.with(unkindness, foreign: files))
    case .cancel(let number):
      let loading = Mutex<Task<Int?, Never>?>(nil)
      let disk = Disk.system.interrupted(Fuse(at: number)) { _ in loading.withLock { $0 }?.cancel() }
      let task = Task { await play(on: disk) }
      loading.withLock { $0 = task }
      return await task.value
    }
  }

  func play(on disk: Disk) async -> Int? {
    let share = Share(recorded.extensionItems, container: world.container(on: disk))
    do throws(ShareError) {
      let loaded = try await share.load()
      if Task.isCancelled {
        await share.discard(loaded)
        return nil
      }
      _ = try await share.publish(
        loaded, as: choice.name, to: Destination(choice.folder, creating: choice.newFolder))
      return loaded.failures.count
    } catch {
      return nil
    }
  }

  /// What the next start of the app makes of it.
  func recovered() throws -> ShareTrial.Outcome {
    try world.recover()
    let documents = try world.tree("AppGroup/Documents").files.map { ($0.path, $0.bytes) }
    return ShareTrial.Outcome(
      files: Dictionary(uniqueKeysWithValues: documents).filter { Self.before[$0.key] != $0.value })
  }

  func check(
    _ disturbance: ShareTrial.Disturbance, _ result: Int?, expecting expected: ShareTrial.Outcome
  ) throws {
    let (inbox, staging) = (try world.tree("AppGroup/Inbox"), try world.tree("AppGroup/Staging"))
    guard inbox.entries.count <= 1 else { throw Violation("\(inbox.entries.count) parcels") }
    if case .cancel = disturbance, result == nil {
      guard inbox.entries.isEmpty, staging.entries.isEmpty else {
        throw Violation("a cancel leaves \(staging)")
      }
    }
    let found = try recovered()
    guard try world.tree("AppGroup/Documents")["Work/old.txt"] != nil else {
      throw Violation("old.txt is gone")
    }
    guard try world.tree("AppGroup/Staging").entries.isEmpty else { throw Violation("Staging is not swept") }
    let isWhole =
      disturbance.renames
      ? found.contents == expected.contents
      // Words that no attribute can keep are a document of their own.
      : disturbance.keepsNoComment
        ? found.files.merging(expected.files) { $1 } == found.files : found.files == expected.files
    switch disturbance {
    case .kill:
      // Saved only if the process lived to publish it; then all of it is there.
      guard isWhole || found.files.isEmpty && result == nil else {
        throw Violation("killed: \(found.files.keys.sorted()), result \(String(describing: result))")
      }
    case .cancel:
      guard result == nil ? found.files.isEmpty : isWhole else {
        throw Violation("\(found.files.keys.sorted())")
      }
    case .unkind(.isFull):
      guard result == nil, found.files.isEmpty else { throw Violation("saved on a full disk") }
    case .unkind, .fail:
      try check(
        result, found, isWhole, expected, mayFail: { if case .fail = disturbance { true } else { false } }())
    }
  }

  /// What was saved without an error is whole; of what was saved with one, each file is one that was offered, whole. When
  /// a sender offers a file in two forms, and the disk fails at the first, the second is saved, which Get Info tells.
  private func check(
    _ result: Int?, _ found: ShareTrial.Outcome, _ isWhole: Bool, _ expected: ShareTrial.Outcome,
    mayFail: Bool
  ) throws {
    let names = found.files.keys.sorted()
    guard let result else {
      guard mayFail || expected.files.isEmpty, found.files.isEmpty else {
        throw Violation("not saved, and there is \(names)")
      }
      return
    }
    if !mayFail {
      guard result == 0, isWhole else { throw Violation("\(result) failures, saved: \(names)") }
      return
    }
    let offered = try recorded.files.flatMap { try Tree(at: $0).contents } + recorded.bytes
    let areWhole = found.contents.allSatisfy { expected.contents.contains($0) || offered.contains($0) }
    guard areWhole, !found.files.isEmpty else { throw Violation("saved: \(names)") }
    // The disk may have refused what a name is made of, or the folder.
    // What was offered twice is there twice if the disk did not let the two be compared.
    guard result > 0 || found.files.count >= expected.files.count else {
      throw Violation("saved without an error: \(names)")
    }
  }

  func remove() throws { try world.remove() }
}
