import Foundation
import SwiftUI
import Testing

@testable import HostApp
@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// The user signs in and out of iCloud while the app is open.
  @MainActor
  @Suite struct CloudAccountTests {
    /// Lends an app in use, at the list of places.
    private func withOpenApp(
      account: CloudAccount? = PlayedDrive.ada,
      _ body: (Stage, HostModel, PlayedDrive, String) async throws -> Void
    ) async throws {
      try await withCloudApp(account: account) {
        (model: HostModel, played: PlayedDrive, path: String) async throws in
        try put("here", at: path + "/AppGroup/Documents/here.txt")
        try put("there", at: path + "/Cloud/Container/Documents/there.txt")
        let stage = Stage(IntrayApp(model: model))
        stage.scenePhase = .active
        try await stage.wait { _ in !model.isBusy }
        try stage.backToStart()
        try await body(stage, model, played, path)
        stage.scenePhase = .background
      }
    }

    @Test func withoutAnAccountThereIsNoPlaceAndNothingToMoveTo() async throws {
      try await withOpenApp(account: nil) { stage, model, played, _ in
        #expect(!stage.text.contains("iCloud"))
        model.browser.column = .detail
        #expect(throws: StageError.self) { try stage.longPress("here.txt", "Move to iCloud") }
        played.sign(in: PlayedDrive.ada)
        try stage.backToStart()
        try await stage.wait(for: "iCloud Drive")
        #expect(model.cloud.problem == nil)
      }
    }

    @Test func whoSignsOutSeesThatAndKeepsWhatIsHere() async throws {
      try await withOpenApp { stage, model, played, path in
        try stage.press("iCloud Drive")
        try await stage.wait(for: "there.txt")
        played.sign(in: nil)
        try await stage.wait(for: "No iCloud Drive")
        #expect(stage.text.contains("You’re not signed in to iCloud") && !stage.text.contains("there.txt"))
        try stage.backToStart()
        #expect(!stage.text.contains("iCloud Drive"))
        #expect(try String(contentsOfFile: path + "/AppGroup/Documents/here.txt", encoding: .utf8) == "here")
        played.sign(in: PlayedDrive.ada)
        try await stage.wait(for: "iCloud Drive")
        try stage.press("iCloud Drive")
        try await stage.wait(for: "there.txt")
      }
    }

    @Test func somebodyElseSeesHisOwnAndThatItChanged() async throws {
      try await withOpenApp { stage, model, played, path in
        try put("there", at: path + "/Cloud/Container/Documents/Work/deep.txt")
        try stage.press("iCloud Drive")
        try await stage.wait(for: "Work")
        try stage.press("Work")
        try await stage.wait(for: "deep.txt")
        // The system shows another container at the same place.
        let documents = path + "/Cloud/Container/Documents"
        try FileManager.default.removeItem(atPath: documents)
        try put("hers", at: documents + "/hers.txt")
        played.sign(in: PlayedDrive.grace)
        try await stage.wait(for: "hers.txt")
        #expect(stage.text.contains("A different Apple Account is signed in to iCloud."))
        #expect(!stage.text.contains("deep.txt") && model.cloud.way.isEmpty)
      }
    }

    @Test func whoSignsOutDuringADownloadIsToldAndNothingGoesOn() async throws {
      try await withOpenApp { stage, model, played, _ in
        try played.takeAway("Documents/there.txt")
        try stage.press("iCloud Drive")
        try await stage.wait(for: "In iCloud only")
        try stage.longPress("there.txt", "Download")
        try await stage.wait(for: "Downloading “there.txt”")
        played.sign(in: nil)
        try await stage.wait { $0.text.contains("not signed in to iCloud") && model.cloud.works.isEmpty }
      }
    }

    @Test func anAccountThatGoesUnseenIsToldByWhatFails() async throws {
      try await withCloudApp { (model: HostModel, played: PlayedDrive, path: String) async throws in
        try put("here", at: path + "/AppGroup/Documents/here.txt")
        // The app does not follow the account here.
        await model.activate()
        let stage = Stage(ContentView(model: model))
        played.sign(in: PlayedDrive.grace)
        try stage.longPress("here.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(stage.text.contains("A different Apple Account is signed in to iCloud."))
        #expect(FileManager.default.fileExists(atPath: path + "/AppGroup/Documents/here.txt"))
        played.sign(in: nil)
        try stage.longPress("here.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(stage.text.contains("You’re not signed in to iCloud") && !model.cloud.isSignedIn)
      }
    }
  }

  /// The app never waits for iCloud on the main thread.
  @Suite struct CloudThreadTests {
    @Test func theMainThreadIsRefused() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let cloud = Cloud(Container(path: "/nowhere"))
          _ = try? cloud.asked { () throws(CloudError) in }
        }
      }
      await #expect(processExitsWith: .success) {
        await Task.detached {
          let cloud = Cloud(Container(path: "/nowhere"))
          _ = try? cloud.asked { () throws(CloudError) in }
        }.value
      }
    }
  }
#endif
