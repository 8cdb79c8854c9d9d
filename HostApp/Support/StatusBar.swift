import Foundation
import Shared
import SwiftUI

/// What is above the bottom edge of a list, wherever it is scrolled: what went wrong, what is under way, and what can be
/// taken back. VoiceOver reads each message once.
struct StatusBar: ViewModifier {
  @Bindable var browser: NavigationModel
  var importer: Importer?
  @Environment(\.undoManager) private var undoManager
  @Environment(CloudModel.self) private var cloud: CloudModel?

  func body(content: Content) -> some View {
    content
      .safeAreaInset(edge: .bottom) {
        if isShown {
          VStack(alignment: .leading) { news }
            .padding()
            .background(.bar)
        }
      }
      .onChange(of: browser.problem) { _, problem in announce(problem) }
      .onChange(of: browser.thrownAway) { _, paths in
        if let path = paths.first {
          announce(String(localized: "“\(path.description)” is in Recently Deleted."))
        }
      }
      // A window can get another one while it is on screen.
      .onChange(of: undoManager.map(ObjectIdentifier.init), initial: true) { _, _ in
        browser.undoManager = undoManager
      }
  }

  @ViewBuilder private var news: some View {
    if let problem = browser.problem { ProblemRow(text: problem) { browser.problem = nil } }
    OutgoingRows(browser: browser)
    CompressionRows(browser: browser)
    if let importer { ImportRows(importer: importer) }
    if let cloud { CloudNews(cloud: cloud) }
    if let path = browser.thrownAway.first {
      if browser.thrownAway.count == 1 {
        Text("“\(path.description)” is in Recently Deleted.")
      } else {
        Text("\(browser.thrownAway.count) items are in Recently Deleted.")
      }
      Button("Undo") { browser.undo() }
    }
  }

  private var isShown: Bool {
    browser.problem != nil || browser.outgoing.hasNews || !browser.compressions.isEmpty
      || !browser.thrownAway.isEmpty || importer?.hasNews == true || cloud?.hasNews == true
  }

  private func announce(_ message: String?) {
    if let message { AccessibilityNotification.Announcement(message).post() }
  }
}

/// What went wrong, until the user has read it.
struct ProblemRow: View {
  let text: String
  let dismiss: @MainActor () -> Void

  var body: some View {
    HStack {
      Label(text, systemImage: "exclamationmark.triangle")
      Spacer()
      Button("Close", systemImage: "xmark.circle", action: dismiss)
        .labelStyle(.iconOnly)
        .buttonStyle(.borderless)
    }
  }
}
