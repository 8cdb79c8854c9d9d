import Testing
import UIKit

@testable import SwiftUI

@MainActor
struct SwiftUISystemTests {
  @Test func workEndsWithTheStage() async throws {
    let log = Log()
    var stage: Stage? = Stage(Endless(log: log))
    try await stage?.wait { _ in log.events == ["began"] }
    weak let gone = stage
    stage = nil
    #expect(gone == nil)
    while log.events.count < 2 { await Task.yield() }
    #expect(log.events == ["began", "cancelled"])
  }

  @Test func whatIsSharedIsRemembered() throws {
    let url = URL(fileURLWithPath: "/a.txt")
    let stage = Stage(ShareLink(item: url))
    try stage.press("Share…")
    #expect(stage.shared.count == 1)
    #expect(stage.shared.first?.first as? URL == url)
  }

  @Test func aControllerThatDisappearsStopsItsWork() async throws {
    let log = Log()
    let controller = UIHostingController(rootView: Endless(log: log))
    try await controller.stage.wait { _ in log.events == ["began"] }
    controller.viewDidDisappear(false)
    await controller.stage.finishWork()
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
