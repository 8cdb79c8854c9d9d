import Foundation
import IntrayIntake
import Observation
import SwiftUI

/// All long work of the app, for all windows: what is under way, how far it is, and what of it could not be done. The status
/// bar shows it in one line, and a sheet shows all of it.
@MainActor
@Observable
final class WorkQueue {
  /// A piece of work, from when it is asked for until it has ended.
  struct Work: Identifiable {
    let id = UUID()
    /// What tells that it was asked for already.
    fileprivate let key: AnyHashable?
    let title: String
    /// How much of it is done, from 0 to 1; nil if unknown.
    var part: Double?
    /// Ends it, so that nothing of it is left; nil where it cannot be ended.
    let stop: (@MainActor () -> Void)?
  }

  /// In the order in which it was asked for.
  private(set) var works: [Work] = []
  /// What could not be done, a sentence each, until the user has read them.
  var problems: [String] = []
  /// Two pieces of work at once keep the drive busy; with more each only takes longer.
  private let turns = AsyncSemaphore(2)

  /// Does a piece of work when its turn comes.
  ///
  /// - Parameters:
  ///   - key: what it is about. Nothing is done when the same is under way, because a button was pressed twice for instance.
  ///   - takesTurn: whether it waits for a turn. Work that may wait for the network for hours takes none.
  ///   - canStop: whether the user can end it.
  ///   - reason: what the system calls it in its logs when the app goes to the background: no name of a document. nil where it
  ///     can wait until the app is back.
  ///   - body: the work. It tells how much of it is done.
  /// - Returns: what the work answers; nil when the same is under way, or the user ended it before its turn came.
  func run<Value: Sendable>(
    _ title: String, key: AnyHashable? = nil, takesTurn: Bool = true, canStop: Bool = true,
    reason: String?,
    _ body: @escaping @Sendable (_ tell: @escaping @Sendable (Double) -> Void) async -> Value
  ) async -> Value? {
    if let key, works.contains(where: { $0.key == key }) { return nil }
    // Only the newest part matters to the eye, however fast they come.
    let (parts, told) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let turn = takesTurn ? turns : nil
    let task = Task<Value?, Never> {
      defer { told.finish() }
      if let turn, await !turn.wait() { return nil }
      let value = await body { part in told.yield(part) }
      turn?.signal()
      return value
    }
    var stop: (@MainActor () -> Void)?
    if canStop { stop = { task.cancel() } }
    let work = Work(key: key, title: title, stop: stop)
    works.append(work)
    let activity = reason.map { BackgroundActivity($0) { task.cancel() } }
    defer {
      activity?.end()
      works.removeAll { $0.id == work.id }
    }
    for await part in parts {
      if let index = works.firstIndex(where: { $0.id == work.id }) { works[index].part = part }
    }
    return await task.value
  }

  /// What the status bar says of it.
  func banners(showAll: @escaping @MainActor () -> Void) -> [Banner] {
    var banners: [Banner] = []
    if let work = works.first {
      if works.count == 1 {
        banners.append(work.banner)
      } else {
        banners.append(
          Banner(
            id: "works", text: Text("\(works.count) tasks"), mark: .progress(nil),
            actions: [.init(title: "Show", perform: showAll)]))
      }
    }
    if let problem = problems.first {
      let close = Banner.Action.close { self.problems = [] }
      if problems.count == 1 {
        banners.append(.problem(problem, id: "not done", actions: [close]))
      } else {
        let count = String(localized: "\(problems.count) items couldn’t be handled.")
        banners.append(
          .problem(count, id: "not done", actions: [.init(title: "Show", perform: showAll), close]))
      }
    }
    return banners
  }
}

extension WorkQueue.Work {
  /// What is seen of it.
  var banner: Banner {
    let stop = stop.map { stop in
      Banner.Action(title: "Stop", role: .cancel, label: Text("Stop: \(title)"), perform: stop)
    }
    return Banner(
      id: "\(id)", text: Text(verbatim: title), mark: .progress(part), actions: [stop].compactMap { $0 })
  }
}

/// All that is under way, each with a way to end it, and all that could not be done.
struct WorkView: View {
  let queue: WorkQueue
  let done: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      List {
        if !queue.works.isEmpty {
          Section("In Progress") {
            ForEach(queue.works) { BannerRow(banner: $0.banner) }
          }
        }
        if !queue.problems.isEmpty {
          Section("Not Done") {
            ForEach(queue.problems.indices, id: \.self) { Text(verbatim: queue.problems[$0]) }
          }
        }
      }
      .sheetBar(Text("Activity")) { Button("Done", action: done) }
    }
  }
}
