import Foundation
import SwiftUI
import Testing

@testable import HostApp
@testable import Shared

/// The user signs in and out of iCloud while the app is open.
@MainActor
@Suite struct CloudAccountTests {
  /// Lends an app in use.
  private func withOpenApp(
    account: CloudAccount? = PlayedDrive.ada, _ body: (HostModel, PlayedDrive, String) async throws -> Void
  ) async throws {
    try await withCloudApp(account: account) {
      (model: HostModel, played: PlayedDrive, path: String) async throws in
      try put("here", at: path + "/AppGroup/Documents/here.txt")
      try put("there", at: path + "/Cloud/Container/Documents/there.txt")
      try await following(model) {
        await model.browser.drive.refresh()
        try await body(model, played, path)
      }
    }
  }

  private func listed(_ model: HostModel) -> [String]? {
    model.browser.drive.entries?.map(\.path.description)
  }

  @Test func withoutAnAccountNothingIsMovedToICloud() async throws {
    try await withOpenApp(account: nil) {
      (model: HostModel, played: PlayedDrive, path: String) async throws in
      #expect(!model.cloud.isSignedIn && model.browser.drive.entries == nil)
      model.cloud.moveIn(DocumentPath(["here.txt"]))
      #expect(model.cloud.works.isEmpty && model.cloud.problem?.contains("not signed in to iCloud") == true)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["here.txt"])
    }
  }

  @Test func whoSignsInSeesWhatIsThere() async throws {
    try await withOpenApp(account: nil) { (model: HostModel, played: PlayedDrive, _: String) async throws in
      played.sign(in: PlayedDrive.ada)
      try await until { model.cloud.isSignedIn && listed(model) == ["there.txt"] }
      #expect(model.cloud.problem == nil)
    }
  }

  @Test func signingOutHidesICloudAndKeepsLocalDocuments() async throws {
    try await withOpenApp { (model: HostModel, played: PlayedDrive, path: String) async throws in
      #expect(listed(model) == ["there.txt"])
      played.sign(in: nil)
      try await until { !model.cloud.isSignedIn && model.browser.drive.entries == nil }
      #expect(model.cloud.problem?.contains("not signed in to iCloud") == true)
      #expect(try String(contentsOfFile: path + "/AppGroup/Documents/here.txt", encoding: .utf8) == "here")
      played.sign(in: PlayedDrive.ada)
      try await until { listed(model) == ["there.txt"] }
    }
  }

  @Test func anotherUserSeesTheirOwnAndThatItChanged() async throws {
    try await withOpenApp { (model: HostModel, played: PlayedDrive, path: String) async throws in
      try put("there", at: path + "/Cloud/Container/Documents/Work/deep.txt")
      model.browser.drive.way = [DocumentPath(["Work"])]
      try await until { listed(model) == ["Work/deep.txt"] }
      // The system shows another container at the same place.
      let documents = path + "/Cloud/Container/Documents"
      try FileManager.default.removeItem(atPath: documents)
      try put("hers", at: documents + "/hers.txt")
      played.sign(in: PlayedDrive.grace)
      try await until { listed(model) == ["hers.txt"] }
      #expect(model.cloud.problem?.hasPrefix("A different Apple Account is signed in to iCloud.") == true)
      #expect(model.browser.drive.way.isEmpty)
    }
  }

  @Test func signingOutDuringADownloadStopsItWithAMessage() async throws {
    try await withOpenApp { (model: HostModel, played: PlayedDrive, _: String) async throws in
      try played.takeAway("Documents/there.txt")
      model.cloud.fetch(DocumentPath(["there.txt"]))
      #expect(model.cloud.works.count == 1)
      played.sign(in: nil)
      try await until {
        model.cloud.works.isEmpty && model.cloud.problem?.contains("not signed in to iCloud") == true
      }
      #expect(!model.cloud.isSignedIn)
    }
  }

  @Test func theNextFailureReportsAnAccountThatDisappeared() async throws {
    try await withCloudApp { (model: HostModel, played: PlayedDrive, path: String) async throws in
      try put("here", at: path + "/AppGroup/Documents/here.txt")
      // The app does not follow the account here.
      await model.activate()
      played.sign(in: PlayedDrive.grace)
      model.cloud.moveIn(DocumentPath(["here.txt"]))
      await model.cloud.work?.value
      #expect(model.cloud.problem?.hasPrefix("A different Apple Account is signed in to iCloud.") == true)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["here.txt"])
      played.sign(in: nil)
      model.cloud.moveIn(DocumentPath(["here.txt"]))
      await model.cloud.work?.value
      #expect(model.cloud.problem?.contains("not signed in to iCloud") == true && !model.cloud.isSignedIn)
    }
  }
}

#if canImport(AppleFoundation)
  /// Where iCloud Drive is on screen, and where it is not.
  @MainActor
  @Suite struct CloudAccountScreenTests {
    /// Lends an app in use, at the list of places.
    private func withOpenApp(
      account: CloudAccount? = PlayedDrive.ada,
      _ body: (ViewHarness, HostModel, PlayedDrive, String) async throws -> Void
    ) async throws {
      try await withCloudApp(account: account) {
        (model: HostModel, played: PlayedDrive, path: String) async throws in
        try put("here", at: path + "/AppGroup/Documents/here.txt")
        try put("there", at: path + "/Cloud/Container/Documents/there.txt")
        let harness = ViewHarness(IntrayApp(model: model))
        harness.scenePhase = .active
        try await harness.wait { _ in !model.isBusy }
        try harness.backToStart()
        try await body(harness, model, played, path)
        harness.scenePhase = .background
      }
    }

    @Test func withoutAnAccountTheAppHidesICloud() async throws {
      try await withOpenApp(account: nil) { harness, model, played, _ in
        #expect(!harness.text.contains("iCloud"))
        model.browser.column = .detail
        #expect(throws: HarnessError.self) { try harness.longPress("here.txt", "Move to iCloud") }
        played.sign(in: PlayedDrive.ada)
        try harness.backToStart()
        try await harness.wait(for: "iCloud Drive")
        #expect(model.cloud.problem == nil)
      }
    }

    @Test func signingOutHidesICloudAndKeepsLocalDocuments() async throws {
      try await withOpenApp { harness, model, played, path in
        try harness.press("iCloud Drive")
        try await harness.wait(for: "there.txt")
        played.sign(in: nil)
        try await harness.wait(for: "No iCloud Drive")
        #expect(
          harness.text.contains("You’re not signed in to iCloud") && !harness.text.contains("there.txt"))
        try harness.backToStart()
        #expect(!harness.text.contains("iCloud Drive"))
        #expect(try String(contentsOfFile: path + "/AppGroup/Documents/here.txt", encoding: .utf8) == "here")
        played.sign(in: PlayedDrive.ada)
        try await harness.wait(for: "iCloud Drive")
        try harness.press("iCloud Drive")
        try await harness.wait(for: "there.txt")
      }
    }
  }

  /// The app never waits for iCloud on the main thread.
  @Suite struct CloudThreadTests {
    @Test func theDriveRefusesTheMainThread() async {
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
