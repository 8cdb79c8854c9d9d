import Testing
import UIKit

@testable import SwiftUI

@MainActor
struct SwiftUILifecycleTests {
  @Test func aTaskRunsOnceAndIsCancelledWithItsView() async throws {
    let log = Log()
    let stage = Stage(Working(log: log))
    #expect(stage.text.contains("Working"))
    try await stage.wait { _ in log.events.contains("began") }
    stage.show(Working(log: log))
    try stage.toggle("On")
    await stage.finishWork()
    #expect(log.events == ["appeared", "began", "cancelled"])
  }

  @Test func aTaskBeginsAgainWithAnotherIdentity() async throws {
    let log = Log()
    let stage = Stage(Numbered(number: 1, log: log))
    _ = stage.text
    await stage.finishWork()
    stage.show(Numbered(number: 1, log: log))
    stage.show(Numbered(number: 2, log: log))
    await stage.finishWork()
    #expect(log.events == ["1", "2"])
  }

  @Test func aSceneFollowsItsPhase() {
    let log = Log()
    let stage = Stage(Phased(log: log))
    _ = stage.text
    stage.scenePhase = .active
    stage.scenePhase = .active
    stage.scenePhase = .background
    #expect(log.events == ["inactive inactive", "inactive active", "active background"])
  }

  @Test func anAddressReachesTheView() throws {
    let log = Log()
    let stage = Stage(Text(verbatim: "Here").onOpenURL { log.events.append($0.absoluteString) })
    let url = try #require(URL(string: "intray://here"))
    #expect(stage.open(url))
    #expect(log.events == ["intray://here"])
    #expect(!Stage(EmptyView()).open(url))
  }

  @Test func pullingRefreshes() async throws {
    let log = Log()
    let stage = Stage(List { Text(verbatim: "Row") }.refreshable { await log.add("refreshed") })
    try await stage.pullToRefresh()
    #expect(log.events == ["refreshed"])
  }

  @Test func aControllerShowsItsView() throws {
    let controller = UIHostingController(rootView: Text(verbatim: "One"))
    controller.loadViewIfNeeded()
    #expect(controller.stage.text == "One")
    controller.rootView = Text(verbatim: "Two")
    #expect(controller.stage.text == "Two")
  }
}

@MainActor
@Observable
private final class Log {
  var events: [String] = []
  let endless = AsyncStream.makeStream(of: Void.self)
  func add(_ event: String) { events.append(event) }
}

private struct Working: View {
  let log: Log
  @State private var isOn = true

  var body: some View {
    Toggle("On", isOn: $isOn)
    if isOn {
      Text("Working")
        .onAppear { log.add("appeared") }
        .task {
          log.add("began")
          // A stream without an end ends with its task.
          for await _ in log.endless.stream {}
          log.add(Task.isCancelled ? "cancelled" : "ended")
        }
    }
  }
}

private struct Numbered: View {
  let number: Int
  let log: Log
  var body: some View { Text("\(number)").task(id: number) { log.add("\(number)") } }
}

private struct Phased: App {
  @Environment(\.scenePhase) private var phase
  private let log: Log

  init() { self.init(log: Log()) }
  init(log: Log) { self.log = log }

  var body: some Scene {
    WindowGroup { Text("Here") }
      .onChange(of: phase, initial: true) { old, new in log.add("\(old) \(new)") }
  }
}
