#if canImport(AppleFoundation)
  import Foundation
  import SwiftUI
  import Testing

  @testable import HostApp

  /// The steps that show the user how to set Intray up.
  @MainActor
  @Suite(.inApp) struct HelpTests {
    private let check = DeviceCheck(library: nil, files: FilesRegistration())

    @Test func theHelpEndsWithTheVersion() {
      #expect(ViewHarness(HelpView(version: "1.0.0", check: check, done: {})).text.contains("Version 1.0.0"))
      #expect(!ViewHarness(HelpView(version: nil, check: check, done: {})).text.contains("Version"))
    }

    @Test func theHelpRowShowsTheStepsUntilTheUserClosesThem() async throws {
      let (model, _) = try openApp()
      let harness = ViewHarness(IntrayApp(model: model))
      #expect(!harness.text.contains("Get Started"))
      try harness.backToStart()
      try harness.press("Help")
      for title in [
        "Get Started", "Add Intray to Your Favorites", "Turn On Intray in Files", "Share Something",
        "Use a Computer",
      ] {
        #expect(harness.text.contains(title), "\(title)")
      }
      // Pictures say nothing that the text does not say.
      #expect(harness.tree.everything.filter { $0.role == .sheet }.count == 1)
      try harness.press("Done")
      #expect(!harness.text.contains("Get Started"))
    }
  }
#endif
