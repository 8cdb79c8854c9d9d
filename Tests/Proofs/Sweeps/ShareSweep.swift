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
  private struct Job: Sendable {
    var trial: ShareTrial
    var disturbance: ShareTrial.Disturbance
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
      for choice in ShareTrial.Choice.all {
        let trial = try await ShareTrial(name, choice, from: corpus, in: volume.path)
        var disturbances = DiskUnkindness.allCases.map { ShareTrial.Disturbance.unkind($0) }
        for number in 1...trial.calls {
          disturbances += [.kill(number), .cancel(number)]
          disturbances += DiskError.everyKind.map { .fail(number, $0) }
        }
        jobs += disturbances.map { Job(trial: trial, disturbance: $0) }
      }
    }
    var generator = Seeded(5)
    if let sample { jobs = Array(jobs.shuffled(using: &generator).prefix(sample)) }
    var next = jobs.makeIterator()
    await withTaskGroup(of: Void.self) { group in
      // More than there are cores: much of it waits for the drive.
      for _ in 0..<4 {
        guard let job = next.next() else { break }
        group.addTask { await play(job, tally) }
      }
      for await _ in group {
        if let job = next.next() { group.addTask { await play(job, tally) } }
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

  private static func play(_ job: Job, _ tally: SweepResult) async {
    tally.count()
    do { try await job.trial.play(job.disturbance) } catch { tally.violation("\(error)") }
  }
}
