import Corpus
import Foundation
import Intake
import Shared
import Synchronization
import TestSupport

/// Recorded shares that are killed, cancelled and failing at each call of the disk, and on each unkind disk, with and without
/// a name and a new folder that the user chose on the sheet. Each is whole or not there, and what was not saved is told.
@MainActor
enum ShareSweep {
  /// What the user chose.
  struct Choice: Hashable, Sendable {
    var name: String?
    var folder = DocumentPath()
    var newFolder: DocumentName?

    /// The second has an emoji of 2024, which some volumes refuse.
    static let all = [
      Choice(),
      Choice(
        name: "Minutes \u{1FADF}", folder: DocumentPath(["Work"]), newFolder: DocumentName("New \u{1FADF}")),
    ]
  }

  /// What happens to a share.
  enum Disturbance: Sendable {
    case nothing
    case kill(Int), cancel(Int)
    case fail(Int, DiskError)
    case unkind(DiskUnkindness)

    /// Whether another run of the same share has another name for each document, by right.
    var renames: Bool { if case .unkind(.refusesNewCharacters) = self { true } else { false } }
  }

  private struct Job: Sendable {
    var share: String
    var choice: Choice
    var disturbance: Disturbance
    var expected: Outcome
  }

  /// A share of each kind: photos, Live Photos, texts, links, a page, files and folders, with and without comments.
  private static let shares = [
    "photos-several", "photos-live-photo", "photos-live-photo-bundle-only", "messages-image-with-caption",
    "safari-selection", "safari-link", "x-post-with-comment", "text-selection",
    "youtube-title-link-and-thumbnail",
    "files-in-place", "files-folder-by-address", "mail-two-attachments-of-one-name",
  ]

  /// - Parameters:
  ///   - isLong: whether all of the corpus is played, except the senders who are late.
  ///   - sample: how many disturbances are played, the same ones each time; nil is all.
  static func run(isLong: Bool, sample: Int?, on volume: Volume) async throws -> SweepResult {
    let tally = SweepResult("shares", on: volume.name)
    let corpus = try copyOfCorpus(on: volume)
    let late: Set = ["sender-never-answers", "sender-answers-late"]
    let names = try isLong ? Corpus.names.filter { !late.contains($0) } : shares
    var jobs: [Job] = []
    for name in names {
      for choice in Choice.all { jobs += try await self.jobs(of: name, choice, corpus, volume) }
    }
    var generator = Seeded(5)
    if let sample { jobs = Array(jobs.shuffled(using: &generator).prefix(sample)) }
    var next = jobs.makeIterator()
    await withTaskGroup(of: Void.self) { group in
      // More than there are cores: much of it waits for the drive.
      for _ in 0..<4 {
        guard let job = next.next() else { break }
        group.addTask { await play(job, corpus, volume, tally) }
      }
      for await _ in group {
        if let job = next.next() { group.addTask { await play(job, corpus, volume, tally) } }
      }
    }
    tally.printRow("shares")
    return tally
  }

  /// A copy whose files have an attribute that counts as large.
  private static func copyOfCorpus(on volume: Volume) throws -> URL {
    let original = Corpus.file("safari-link").deletingLastPathComponent()
    let copy = URL(filePath: volume.path + "/Shares", directoryHint: .isDirectory)
    try FileManager.default.copyItem(at: original, to: copy)
    let folder = try Folder.open(copy.path(percentEncoded: false) + "Files", disk: .system)
    for (name, kind) in try folder.entries() where kind == .file {
      try folder.withFile(name) { file throws(DiskError) in
        try Disk.system.setAttribute(file, Disk.largeAttribute, [1])
      }
    }
    return copy
  }

  /// Everything that can happen to a share, and what it comes to when nothing does.
  private static func jobs(
    of name: String, _ choice: Choice, _ corpus: URL, _ volume: Volume
  ) async throws -> [Job] {
    let log = CallLog()
    let run = try ShareRun(name, choice, corpus, volume)
    let result = await run.play(on: Disk.system.logging(to: log))
    let expected = try run.recovered()
    try run.remove()
    guard result == 0 || expected.files.isEmpty else { throw SweepError("\(name) does not work") }
    // A share of many things asks for them at once, so the number of calls varies.
    let numbers = 1...log.all.count
    let disturbances =
      numbers.map(Disturbance.kill) + numbers.map(Disturbance.cancel)
      + DiskError.everyKind.flatMap { error in numbers.map { .fail($0, error) } }
      + DiskUnkindness.allCases.map(Disturbance.unkind)
    return disturbances.map { Job(share: name, choice: choice, disturbance: $0, expected: expected) }
  }

  private static func play(_ job: Job, _ corpus: URL, _ volume: Volume, _ tally: SweepResult) async {
    tally.count()
    do {
      let run = try ShareRun(job.share, job.choice, corpus, volume)
      let result = await run.play(job.disturbance)
      try run.check(job.disturbance, result, expecting: job.expected)
      try run.remove()
    } catch {
      let choice = job.choice == Choice() ? "" : " with a name and a folder"
      tally.violation("\(job.share)\(choice), \(job.disturbance): \(error)")
    }
  }
}

extension ShareSweep {
  /// The documents that there are in the end.
  struct Outcome: Sendable {
    /// Each with its path.
    var files: [String: [UInt8]]

    /// Their bytes, in an order of their own.
    var contents: [[UInt8]] { files.values.sorted { $0.lexicographicallyPrecedes($1) } }
  }
}

/// One share on a phone of its own.
@MainActor
private struct ShareRun {
  private let world: SweepContainer
  private let recorded: RecordedShare
  private let choice: ShareSweep.Choice
  private let files: String
  private static let before = ["Work/old.txt": Array("old".utf8)]

  init(_ name: String, _ choice: ShareSweep.Choice, _ corpus: URL, _ volume: Volume) throws {
    world = try SweepContainer(at: volume.path + "/share-" + UUID().uuidString)
    try world.put(.folder(["old.txt": .file("old")]), at: "AppGroup/Documents/Work")
    recorded = try RecordedShare(contentsOf: corpus.appending(path: name + ".json"))
    files = corpus.path(percentEncoded: false) + "Files"
    self.choice = choice
  }

  /// Shares, and saves what can be saved.
  ///
  /// - Returns: how many things failed; nil when nothing was saved.
  func play(_ disturbance: ShareSweep.Disturbance) async -> Int? {
    switch disturbance {
    case .nothing: return await play(on: .system)
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
      try await share.publish(loaded, as: choice.name, into: choice.folder, creating: choice.newFolder)
      return loaded.failures.count
    } catch {
      return nil
    }
  }

  /// What the next start of the app makes of it.
  func recovered() throws -> ShareSweep.Outcome {
    try world.recover()
    let documents = try world.tree("AppGroup/Documents").files.map { ($0.path, $0.bytes) }
    return ShareSweep.Outcome(
      files: Dictionary(uniqueKeysWithValues: documents).filter { Self.before[$0.key] != $0.value })
  }

  func check(
    _ disturbance: ShareSweep.Disturbance, _ result: Int?, expecting expected: ShareSweep.Outcome
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
    let isWhole = disturbance.renames ? found.contents == expected.contents : found.files == expected.files
    switch disturbance {
    case .nothing: guard isWhole else { throw Violation("\(found.files.keys.sorted())") }
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
    _ result: Int?, _ found: ShareSweep.Outcome, _ isWhole: Bool, _ expected: ShareSweep.Outcome,
    mayFail: Bool
  ) throws {
    let names = found.files.keys.sorted()
    guard let result else {
      guard mayFail, found.files.isEmpty else { throw Violation("not saved, and there is \(names)") }
      return
    }
    if !mayFail {
      guard result == 0, isWhole else { throw Violation("\(result) failures, saved: \(names)") }
      return
    }
    let offered = try recorded.files.flatMap { try Tree(at: $0).contents }
    let areWhole = found.contents.allSatisfy { expected.contents.contains($0) || offered.contains($0) }
    guard areWhole, !found.files.isEmpty else { throw Violation("saved: \(names)") }
    // The disk may have refused what a name is made of, or the folder.
    guard result > 0 || found.files.count == expected.files.count else {
      throw Violation("saved without an error: \(names)")
    }
  }

  func remove() throws { try world.remove() }
}
