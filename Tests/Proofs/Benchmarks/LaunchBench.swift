import Foundation
import IntrayCore

@testable import HostApp

/// The app that becomes active while 50,000 documents wait, against a drain alone.
struct LaunchBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  private static let documents = 50_000

  /// The work of a process of its own: launches the app's models, and prints the seconds until the first list is on
  /// screen, until all is delivered, and until the list shows it.
  @MainActor
  static func work(_ path: String) async throws {
    let library = DocumentLibrary(
      container: Container(path: path + "/AppGroup"), sandbox: Sandbox(path: path + "/App"))
    let model = HostModel(library: library)
    let clock = ContinuousClock()
    let start = clock.now
    let inbox = Container(path: path + "/AppGroup").path(of: .inbox)
    var times: [Double] = []
    // As the system does it: a window appears, and the app becomes active.
    let window = WindowModel(model)
    model.windows.bringToFront(window)
    let page = ListModel(model.source(.documents, nil), in: window)
    let first = Task {
      await page.load()
      return start.duration(to: clock.now) / .seconds(1)
    }
    let delivered = Task.detached {
      // The parcel goes when all of it is delivered.
      while try !FileManager.default.contentsOfDirectory(atPath: inbox).isEmpty {
        try await Task.sleep(for: .milliseconds(2))
      }
      return start.duration(to: clock.now) / .seconds(1)
    }
    let following = Task { await model.follow() }
    await model.activate()
    await page.load()
    times = [await first.value, try await delivered.value, start.duration(to: clock.now) / .seconds(1)]
    guard page.list.total == model.recents.arrivals.count else {
      throw Failure("the list has \(page.list.total) documents")
    }
    following.cancel()
    await following.value
    print(times.map { "\($0)" }.joined(separator: " "))
  }

  func run() throws {
    let alone = {
      let container = try BenchContainer(parcels: 1, of: Self.documents, in: path) { "document \($0).txt" }
      return try seconds { try container.drain() }
    }
    var (first, shown) = (Figures(), Figures())
    let (ours, other, ratio) = try compare(
      rounds,
      {
        let times = try launch(Self.documents)
        first.add(times[0])
        shown.add(times[2])
        return times[1]
      }, and: alone)
    tell(
      Row(
        what: "launch with \(Self.documents) waiting: until all are delivered, tmpfs",
        ours: ours.text("%.3f") + " s", other: "the drain alone: \(other.text("%.3f")) s",
        ratio: ratio.text("%.2f"), wanted: "at most 1.3"))
    tell(
      Row(
        what: "launch with \(Self.documents) waiting: until the list shows them, tmpfs",
        ours: shown.text("%.3f") + " s", other: "the drain alone: \(other.text("%.3f")) s",
        ratio: String(format: "%.2f", shown.median / other.median), wanted: "at most 2"))
    tell(
      Row(
        what: "launch with \(Self.documents) waiting: until the first list is on screen, tmpfs",
        ours: first.text("%.3f") + " s", other: "all delivered: \(ours.text("%.3f")) s",
        ratio: String(format: "%.2f", first.median / ours.median), wanted: "less than 1"))
    let calls = Double(try calls(Self.documents) - calls(0)) / Double(Self.documents)
    tell(
      Row(
        what: "launch with \(Self.documents) waiting: system calls a document in the whole app",
        ours: String(format: "%.2f", calls), wanted: "at most 6"))
    try BenchContainer.clear(path + "/room")
  }

  /// Launches the app over so many waiting documents.
  private func launch(_ documents: Int) throws -> [Double] {
    try measure(launchWork(documents), count: 3)
  }

  private func launchWork(_ documents: Int) throws -> [String] {
    let container = try BenchContainer(parcels: documents == 0 ? 0 : 1, of: documents, in: path) {
      "document \($0).txt"
    }
    try FileManager.default.createDirectory(
      atPath: container.path + "/launch/App/Documents", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: container.path + "/launch/AppGroup", withDestinationPath: container.path)
    return ["launch-work", container.path + "/launch"]
  }

  private func calls(_ documents: Int) throws -> Int {
    try systemCalls(of: launchWork(documents), count: 3)
  }
}
