import Foundation
import IntrayCore
import Observation

@testable import HostApp

/// The app that becomes active while 50,000 documents wait, against a drain alone.
struct LaunchBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  private static let documents = 50_000

  /// The work of a process of its own: launches the app's models, and prints the seconds until all is delivered, and until the
  /// list shows it.
  ///
  /// - Parameter rest: how many seconds it then has nothing to do.
  @MainActor
  static func work(_ path: String, rest: Int) async throws {
    let library = DocumentLibrary(
      container: Container(path: path + "/AppGroup"), sandbox: Sandbox(path: path + "/App"))
    let model = HostModel(library: library)
    let inbox = Container(path: path + "/AppGroup").path(of: .inbox)
    let waiting = try FileManager.default.contentsOfDirectory(atPath: inbox).reduce(0) { count, parcel in
      count + (try FileManager.default.contentsOfDirectory(atPath: inbox + "/" + parcel).count)
    }
    let clock = ContinuousClock()
    let start = clock.now
    // As the system does it: a window appears, and the app becomes active.
    let window = WindowModel(model)
    model.windows.bringToFront(window)
    let page = ListModel(model.source(.documents, nil), in: window)
    let screen = Task { await show(page) }
    let delivered = Task.detached {
      // The parcel goes when all of it is delivered.
      while try !FileManager.default.contentsOfDirectory(atPath: inbox).isEmpty {
        try await Task.sleep(for: .milliseconds(2))
      }
      return start.duration(to: clock.now) / .seconds(1)
    }
    let following = Task { await model.follow() }
    let active = Task { await model.activate() }
    await until { page.list.total == waiting }
    let shown = start.duration(to: clock.now) / .seconds(1)
    await active.value
    guard page.list.total == model.recents.arrivals.count else {
      throw Failure("the list has \(page.list.total) documents")
    }
    let seconds = try await delivered.value
    try await Task.sleep(for: .seconds(rest))
    following.cancel()
    screen.cancel()
    await following.value
    print(seconds, shown)
  }

  /// Loads a page whenever it asks for something else, as its screen does.
  @MainActor
  private static func show(_ page: ListModel) async {
    while !Task.isCancelled {
      let (changes, changed) = AsyncStream.makeStream(of: Void.self)
      let load = withObservationTracking {
        _ = page.request
        return Task { await page.load() }
      } onChange: {
        changed.finish()
      }
      for await _ in changes {}
      load.cancel()
    }
  }

  /// Waits until a condition holds of observable models.
  @MainActor
  private static func until(_ condition: () -> Bool) async {
    while true {
      let (changes, changed) = AsyncStream.makeStream(of: Void.self)
      if withObservationTracking(condition, onChange: { changed.finish() }) { return }
      for await _ in changes {}
    }
  }

  /// The work of a process of its own: launches the app's models over a folder that the user left open, and prints the seconds until the
  /// first list is on screen.
  @MainActor
  static func first(_ path: String) async throws {
    let library = DocumentLibrary(
      container: Container(path: path + "/AppGroup"), sandbox: Sandbox(path: path + "/App"))
    let start = ContinuousClock.now
    let model = HostModel(library: library)
    let window = WindowModel(model)
    model.windows.bringToFront(window)
    let page = ListModel(model.source(.documents, .folder(DocumentPath(["folder 0"]))), in: window)
    let screen = Task { await show(page) }
    let active = Task { await model.activate() }
    let beside = Task { await model.overview.look(in: library) }
    await until { page.answered != nil && page.list.entries.count >= 100 }
    print((ContinuousClock.now - start) / .seconds(1))
    await active.value
    await beside.value
    screen.cancel()
  }

  /// A folder on screen at launch, against its bare listing.
  func first() throws {
    for (documents, goal) in [(100, "at most 6 ms"), (10_000, "at most 15 ms"), (100_000, "at most 130 ms")] {
      let tree = try DocumentTree(folders: 1, documents: documents, at: path + "/shelf", hasArrived: true)
      defer { tree.remove() }
      try FileManager.default.createDirectory(
        atPath: tree.path + "/App/Documents", withIntermediateDirectories: true)
      let result = try compare(
        rounds, { try measure(["launch-first", tree.path])[0] },
        and: { try seconds { try tree.glance(in: "folder 0", rows: 200) } })
      tell(
        Row(
          what: "launch until the first list is on screen, \(documents) documents, tmpfs",
          ours: result.ours.text("%.1f", times: 1_000) + " ms",
          other: "names, sorted by bytes, and stats of a page: \(result.other.text("%.1f", times: 1_000)) ms",
          wanted: goal))
    }
  }

  /// So many documents wait, against their drain alone.
  func waiting() throws {
    let alone = {
      let container = try BenchContainer(waiting: Self.documents, in: path)
      return try seconds { try container.drain() }
    }
    var shown = Figures()
    let (ours, other, ratio) = try compare(
      rounds,
      {
        let times = try launch(Self.documents)
        shown.add(times[1])
        return times[0]
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
    try BenchContainer.clear(path + "/room")
  }

  /// Launches the app over so many waiting documents.
  private func launch(_ documents: Int) throws -> [Double] {
    try measure(launchWork(documents), count: 2)
  }

  private func launchWork(_ documents: Int) throws -> [String] {
    let container = try BenchContainer(waiting: documents, in: path)
    try FileManager.default.createDirectory(
      atPath: container.path + "/launch/App/Documents", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: container.path + "/launch/AppGroup", withDestinationPath: container.path)
    return ["launch-work", container.path + "/launch"]
  }

  /// What the app does while nothing happens, in a minute.
  func idle() throws {
    let calls = try systemCallsAtRest(of: launchWork(100) + ["90"], count: 2)
    tell(
      Row(
        what: "system calls of the app, with its list on screen, in a minute in which nothing happens",
        ours: "\(calls)", wanted: "at most 0"))
    try BenchContainer.clear(path + "/room")
  }
}
