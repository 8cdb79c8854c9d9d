import Testing
import UIKit

@testable import SwiftUI

@MainActor
struct SwiftUISystemTests {
  @Test func workEndsWithTheStage() async throws {
    let log = Log()
    var harness: ViewHarness? = ViewHarness(Endless(log: log))
    try await harness?.wait { _ in log.events == ["began"] }
    weak let gone = harness
    harness = nil
    #expect(gone == nil)
    while log.events.count < 2 { await Task.yield() }
    #expect(log.events == ["began", "cancelled"])
  }

  @Test func aSharedItemIsRecorded() throws {
    let url = URL(fileURLWithPath: "/a.txt")
    let harness = ViewHarness(ShareLink(item: url))
    try harness.press("Share…")
    #expect(harness.shared.count == 1)
    #expect(harness.shared.first?.first as? URL == url)
  }

  @Test func aControllerThatDisappearsStopsItsWork() async throws {
    let log = Log()
    let controller = UIHostingController(rootView: Endless(log: log))
    try await controller.harness.wait { _ in log.events == ["began"] }
    controller.viewDidDisappear(false)
    await controller.harness.finishWork()
    #expect(log.events == ["began", "cancelled"])
  }
}

@MainActor
@Observable
private final class Log {
  var events: [String] = []
  let endless = AsyncStream.makeStream(of: Void.self)
}

private struct Endless: View {
  let log: Log

  var body: some View {
    Text("Here").task {
      log.events.append("began")
      for await _ in log.endless.stream {}
      log.events.append("cancelled")
    }
  }
}
