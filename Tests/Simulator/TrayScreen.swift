import SwiftUI

@testable import Example

/// The home screen of a phone with the example app: opens it, and prints its screen.
@MainActor
enum TrayScreen {
  static func play() async throws {
    let harness = ViewHarness(TrayApp())
    harness.scenePhase = .active
    // As long as the largest drain takes.
    try await harness.wait(atMost: .seconds(3600)) { !$0.tree.everything.contains { $0.role == .progress } }
    SystemEvent.show(harness.text).send()
    harness.scenePhase = .background
  }
}
