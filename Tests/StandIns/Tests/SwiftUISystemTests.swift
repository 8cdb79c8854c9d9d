import SwiftUI
import Testing
import UIKit

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

  @Test func anAppDoesWorkInTheBackground() async throws {
    let log = Log()
    let stage = Stage(Background(log: log))
    try await stage.runBackgroundTask("app.refresh")
    #expect(log.events == ["refreshed"])
  }

  @Test func aLinkOpensItsAddress() throws {
    let url = try #require(URL(string: "https://swift.org"))
    let stage = Stage(Link("Swift", destination: url))
    try stage.press("Swift")
    #expect(stage.openedURLs == [url])
  }

  @Test func whatIsSharedIsRemembered() throws {
    let url = URL(fileURLWithPath: "/a.txt")
    let stage = Stage(ShareLink(item: url))
    try stage.press("Share…")
    #expect(stage.shared.count == 1)
    #expect(stage.shared.first?.first as? URL == url)
  }

  @Test func aDialogOffersToCancel() throws {
    let stage = Stage(Asking())
    try stage.press("Empty")
    #expect(stage.find(.dialog, "")?.children.map(\.label) == ["Empty Trash", "Cancel"])
    try stage.dismiss()
    #expect(stage.find(.dialog, "") == nil)
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

private struct Background: App {
  private let log: Log

  init() { self.init(log: Log()) }
  init(log: Log) { self.log = log }

  var body: some Scene {
    WindowGroup { Text("Here") }
      .backgroundTask(.appRefresh("app.refresh")) { [log] in
        await MainActor.run { log.events.append("refreshed") }
      }
  }
}

private struct Asking: View {
  @State private var isAsking = false

  var body: some View {
    Button("Empty") { isAsking = true }
      .confirmationDialog("Really?", isPresented: $isAsking) {
        Button("Empty Trash", role: .destructive) {}
      }
  }
}
