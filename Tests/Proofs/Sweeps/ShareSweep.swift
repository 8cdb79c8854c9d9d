import Corpus
import Foundation
import IntrayCore
import IntrayIntake
import TestSupport

/// Recorded shares that are killed, cancelled and failing at each call of the disk, and on each unkind disk, with and without
/// a name and a new folder that the user chose on the sheet. Each is whole or not there, and what was not saved is told.
@MainActor
enum ShareSweep {
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
    var jobs: [(trial: ShareTrial, disturbance: ShareTrial.Disturbance)] = []
    for name in try isLong ? Corpus.names.filter({ !late.contains($0) }) : shares {
      for choice in ShareTrial.Choice.all {
        let trial = try await ShareTrial(name, choice, from: corpus, in: volume.path)
        jobs += DiskUnkindness.allCases.map { (trial, .unkind($0)) }
        for number in 1...trial.calls {
          jobs += [(trial, .kill(number)), (trial, .cancel(number))]
          jobs += DiskError.everyKind.map { (trial, .fail(number, $0)) }
        }
      }
    }
    var generator = Seeded(5)
    if let sample { jobs = Array(jobs.shuffled(using: &generator).prefix(sample)) }
    await withTaskGroup(of: Void.self) { group in
      for (index, job) in jobs.enumerated() {
        // Four at once: more than there are cores, because much of it waits for the drive.
        if index >= 4 { _ = await group.next() }
        group.addTask {
          tally.count()
          do { try await job.trial.play(job.disturbance) } catch { tally.violation("\(error)") }
        }
      }
    }
    tally.printRow("shares")
    return tally
  }

  /// Shares of anything in any arrangement: every word and every address is seen afterwards. With `SEED` in the environment
  /// only that one is played.
  static func words(count: UInt64, on volume: Volume) async throws -> SweepResult {
    let tally = SweepResult("words of shares", on: volume.name)
    let only = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
    await withTaskGroup(of: Void.self) { group in
      for seed in only.map({ $0...$0 }) ?? 1...count {
        if seed > 4 { _ = await group.next() }
        group.addTask {
          tally.count()
          let path = volume.path + "/words-\(seed)"
          do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try await RandomShare(seed).play(in: path)
            try FileManager.default.removeItem(atPath: path)
          } catch {
            tally.violation("seed \(seed): \(error)")
          }
        }
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
      try folder[name].open(.file).setAttribute(Disk.largeAttribute, [1])
    }
    return copy
  }
}
