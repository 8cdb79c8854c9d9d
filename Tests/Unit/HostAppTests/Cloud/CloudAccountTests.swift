import Foundation
import SwiftUI
import Testing

@testable import HostApp
@testable import IntrayCore

/// The user signs in and out of iCloud while the app is open.
@MainActor
@Suite(.inApp) struct CloudAccountTests {
  /// Lends an app in use.
  private func openInUse() async throws -> (HostModel, PlayedDrive, String) {
    let (model, played, path) = try openCloudApp()
    try put("here", at: path + "/AppGroup/Documents/here.txt")
    try put("there", at: path + "/Cloud/Container/Documents/there.txt")
    let work = Task { await model.follow() }
    AppFolder.current.atEnd {
      work.cancel()
      await work.value
    }
    await model.activate()
    model.browser.place = .cloud
    await model.browser.settle()
    return (model, played, path)
  }

  @Test func anotherUserSeesTheirOwnAndThatItChanged() async throws {
    let (model, played, path) = try await openInUse()
    try put("there", at: path + "/Cloud/Container/Documents/Work/deep.txt")
    let browser = model.browser
    await browser.enter(DocumentPath(["Work"]))
    #expect(browser.listed == ["Work/deep.txt"])
    // The system shows another container at the same place.
    let documents = path + "/Cloud/Container/Documents"
    try FileManager.default.removeItem(atPath: documents)
    try put("hers", at: documents + "/hers.txt")
    played.sign(in: PlayedDrive.grace)
    try await browser.wait { browser.listed == ["hers.txt"] }
    #expect(model.cloud.problem?.hasPrefix("A different Apple Account is signed in to iCloud.") == true)
    #expect(browser.place == .cloud && browser.path.isEmpty)
  }

  @Test func signingOutDuringADownloadStopsItWithAMessage() async throws {
    let (model, played, _) = try await openInUse()
    try played.takeAway("Documents/there.txt")
    model.cloud.fetch(model.browser.entries("there.txt"))
    try await until { model.queue.works.count == 1 }
    played.sign(in: nil)
    try await until {
      model.queue.works.isEmpty && model.cloud.problem?.contains("not signed in to iCloud") == true
    }
    #expect(!model.cloud.isSignedIn)
  }

  @Test func theNextFailureReportsAnAccountThatDisappeared() async throws {
    let (model, played, path) = try openCloudApp()
    try put("here", at: path + "/AppGroup/Documents/here.txt")
    // The app does not follow the account here.
    await model.activate()
    played.sign(in: PlayedDrive.grace)
    await model.browser.finish { $0.app.cloud.moveIn($0.entries("here.txt")) }
    #expect(model.cloud.problem?.hasPrefix("A different Apple Account is signed in to iCloud.") == true)
    #expect(try contents(of: path + "/AppGroup/Documents") == ["here.txt"])
    played.sign(in: nil)
    await model.browser.finish { $0.app.cloud.moveIn($0.entries("here.txt")) }
    #expect(model.cloud.problem?.contains("not signed in to iCloud") == true && !model.cloud.isSignedIn)
    // What is pressed from then on moves nothing, and is told again.
    model.cloud.problem = nil
    model.cloud.moveIn(model.browser.entries("here.txt"))
    #expect(model.queue.works.isEmpty && model.cloud.problem?.contains("not signed in to iCloud") == true)
    await model.browser.finish { $0.place = .cloud }
    #expect(model.browser.listed.isEmpty && model.browser.page.failure == nil)
    #expect(try contents(of: path + "/AppGroup/Documents") == ["here.txt"])
  }
}

#if canImport(AppleFoundation)
  /// Where iCloud Drive is on screen, and where it is not.
  @MainActor
  @Suite(.inApp) struct CloudAccountScreenTests {
    /// Lends an app in use, at the list of places.
    private func openInUse(account: CloudAccount? = PlayedDrive.ada) async throws -> (
      ViewHarness, HostModel, PlayedDrive, String
    ) {
      let (model, played, path) = try openCloudApp(account: account)
      try put("here", at: path + "/AppGroup/Documents/here.txt")
      try put("there", at: path + "/Cloud/Container/Documents/there.txt")
      let harness = ViewHarness(IntrayApp(model: model))
      _ = harness.text
      model.browser.harness = harness
      model.browser.place = .documents
      harness.scenePhase = .active
      try await harness.wait { _ in !model.isBusy }
      await model.browser.settle()
      try harness.backToStart()
      AppFolder.current.atEnd { harness.scenePhase = .background }
      return (harness, model, played, path)
    }

    @Test func withoutAnAccountTheAppHidesICloud() async throws {
      let (harness, model, played, _) = try await openInUse(account: nil)
      #expect(!harness.text.contains("iCloud"))
      model.browser.window.column = .detail
      #expect(throws: HarnessError.self) { try harness.longPress("here.txt", "Move to iCloud") }
      played.sign(in: PlayedDrive.ada)
      try harness.backToStart()
      try await harness.wait(for: "iCloud Drive")
      #expect(model.cloud.problem == nil)
    }

    @Test func signingOutHidesICloudAndKeepsLocalDocuments() async throws {
      let (harness, _, played, path) = try await openInUse()
      try harness.press("iCloud Drive")
      try await harness.wait(for: "there.txt")
      played.sign(in: nil)
      try await harness.wait(for: "No iCloud Drive")
      #expect(harness.text.contains("You’re not signed in to iCloud") && !harness.text.contains("there.txt"))
      try harness.backToStart()
      #expect(!harness.text.contains("iCloud Drive"))
      #expect(try String(contentsOfFile: path + "/AppGroup/Documents/here.txt", encoding: .utf8) == "here")
      played.sign(in: PlayedDrive.ada)
      try await harness.wait(for: "iCloud Drive")
      try harness.press("iCloud Drive")
      try await harness.wait(for: "there.txt")
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
