import Foundation
import Glibc
import Intake
import Shared
import Synchronization
import UIKit

/// How long the user looks at the share sheet: from the first call of the extension to the first byte that is safe, and until
/// everything is published, against `cp` and a sync of the copies.
struct SheetBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  /// What is shared: how many files, and how many megabytes each has.
  private static let shares = [("one photo", 1, 4), ("forty photos", 40, 4), ("a film of 1 GB", 1, 1_024)]

  func run(on volume: String) throws {
    for (what, count, megabytes) in Self.shares {
      try BenchContainer.clear(path)
      defer { _ = try? BenchContainer.clear(path) }
      let folder = path + "/originals"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let files = (0..<count).map { "\(folder)/photo \($0).bin" }
      for file in files {
        try execute(["dd", "if=/dev/urandom", "of=\(file)", "bs=1M", "count=\(megabytes)"])
      }
      Glibc.sync()
      var first = Figures()
      let (ours, other, ratio) = try compare(rounds) {
        let times = try share(files)
        first.add(times.first)
        return times.saved
      } and: {
        let copies = path + "/copies"
        defer { _ = try? BenchContainer.clear(copies) }
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        return try seconds {
          try execute(["cp"] + files + [copies])
          try execute(["sync"] + files.map { copies + "/" + ($0 as NSString).lastPathComponent })
        }
      }
      tell(
        Row(
          what: "share sheet, \(what), \(volume): until Saved (first byte after "
            + String(format: "%.1f ms)", first.median * 1_000),
          ours: ours.text() + " s", other: "cp, then sync: \(other.text()) s", ratio: ratio.text("%.2f"),
          wanted: "reported"))
    }
  }

  /// Shares files as the extension does.
  private func share(_ files: [String]) throws -> (first: Double, saved: Double) {
    let room = path + "/AppGroup"
    defer { _ = try? BenchContainer.clear(room) }
    try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<(first: Double, saved: Double), any Error>>(.failure(Failure("no answer")))
    Task { @MainActor in
      do {
        let item = NSExtensionItem()
        item.attachments = files.compactMap { NSItemProvider(contentsOf: URL(filePath: $0)) }
        let start = ContinuousClock.now
        let share = Share([item], container: Container(path: room))
        let tally = share.tally
        let first = Task.detached {
          // As often as a thread can look without taking the other core.
          while tally.bytes == 0, !Task.isCancelled { usleep(100) }
          return (ContinuousClock.now - start) / .seconds(1)
        }
        try await share.publish(share.load())
        let saved = (ContinuousClock.now - start) / .seconds(1)
        first.cancel()
        let times = (first: await first.value, saved: saved)
        result.withLock { $0 = .success(times) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    // The main thread's queue is the main actor's.
    while done.wait(timeout: .now()) == .timedOut {
      _ = RunLoop.main.run(mode: .default, before: .now + 0.001)
    }
    return try result.withLock { try $0.get() }
  }
}
