import Observation
import Testing

@testable import SwiftUI

@MainActor
struct SwiftUILifecycleTests {
  @Test func aTaskRunsOnceAndIsCancelledWithItsView() async throws {
    let log = Log()
    let harness = ViewHarness(Working(log: log))
    #expect(harness.text.contains("Working"))
    try await harness.wait { _ in log.events.contains("began") }
    harness.show(Working(log: log))
    try harness.toggle("On")
    await harness.finishWork()
    #expect(log.events == ["appeared", "began", "cancelled"])
  }

  @Test func aTaskBeginsAgainWithAnotherIdentity() async throws {
    let log = Log()
    let harness = ViewHarness(Numbered(number: 1, log: log))
    _ = harness.text
    await harness.finishWork()
    harness.show(Numbered(number: 1, log: log))
    harness.show(Numbered(number: 2, log: log))
    await harness.finishWork()
    #expect(log.events == ["1", "2"])
  }

  @Test func aSceneFollowsItsPhase() {
    let log = Log()
    let harness = ViewHarness(Phased(log: log))
    _ = harness.text
    harness.scenePhase = .active
    harness.scenePhase = .active
    harness.scenePhase = .background
    #expect(log.events == ["inactive inactive", "inactive active", "active background"])
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
