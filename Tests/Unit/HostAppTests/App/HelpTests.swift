#if canImport(AppleFoundation)
  import Foundation
  import SwiftUI
  import Testing

  @testable import HostApp

  /// The steps that show the user how to set Intray up.
  @MainActor
  @Suite(.inApp) struct HelpTests {
    private let check = DeviceCheck(library: .ofTest, files: FilesRegistration())
    private let files = FilesRegistration()

    @Test func theUserReconnectsToFilesAndIsAskedBeforeThePlaceIsRemoved() async throws {
      let removed = Flag()
      var files = FilesRegistration()
      files.reimport = { throw CocoaError(.featureUnsupported) }
      files.asksWhetherEnabled = { true }
      files.remove = { removed.isOn = true }
      files.add = {}
      files.signal = {}
      let harness = ViewHarness(HelpView(version: nil, check: check, files: files, done: {}))
      try harness.press("Reconnect to Files")
      #expect(!harness.text.contains("Remove and Add Again"))
      try harness.press("Reconnect")
      try await harness.wait(for: "Files couldn’t read Intray again.")
      try harness.press("Remove and Add Again")
      #expect(harness.text.contains("Remove Intray from Files and Add It Again?"))
      try harness.press("Cancel")
      #expect(!removed.isOn && harness.text.contains("Files couldn’t read Intray again."))
      try harness.press("Remove and Add Again")
      try harness.press("Remove and Add Again")
      try await harness.wait(for: "Files is reading Intray again.")
      #expect(removed.isOn)
    }

    @Test func theHelpEndsWithTheVersion() {
      #expect(
        ViewHarness(HelpView(version: "1.0.0", check: check, files: files, done: {})).text
          .contains("Version 1.0.0"))
      #expect(
        !ViewHarness(HelpView(version: nil, check: check, files: files, done: {})).text
          .contains("Version"))
    }

    @Test func theHelpRowShowsTheStepsUntilTheUserClosesThem() async throws {
      let (model, _) = try openApp()
      let harness = ViewHarness(IntrayApp(model: model))
      try harness.backToStart()
      try harness.press("Help")
      for title in [
        "Help", "Add Intray to Your Favorites", "Turn On Intray in Files", "Share Something",
        "Use a Computer", "Keep Intray on Your Device", "Storage",
      ] {
        #expect(harness.text.contains(title), "\(title)")
      }
      // Pictures say nothing that the text does not say.
      #expect(harness.tree.everything.filter { $0.role == .sheet }.count == 1)
      try harness.press("Done")
      #expect(harness.all(.sheet).isEmpty)
    }

    @Test func theFirstStepsLeaveOutWhatIsForLater() {
      let harness = ViewHarness(
        HelpView(isFirst: true, check: check, files: files, done: {}))
      #expect(harness.text.contains("Get Started") && harness.text.contains("Share Something"))
      #expect(harness.text.contains("turn off Offload Unused Apps"))
      for title in ["Use a Computer", "Storage", "Reconnect to Files", "Check This Device"] {
        #expect(!harness.text.contains(title), "\(title)")
      }
    }
  }
#endif
