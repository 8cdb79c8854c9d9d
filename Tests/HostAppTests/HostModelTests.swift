import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

@MainActor
@Suite struct HostModelTests {
  @Test func becomingActiveTakesInWhatWaitsNewestFirst() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
      await model.activate()
      try put("two", at: path + "/AppGroup/Inbox/b.parcel/second.txt")
      await model.activate()
      #expect(model.arrivals.map(\.name) == ["second.txt", "first.txt"])
      #expect(model.documents.map(\.path.description) == ["first.txt", "second.txt"])
      #expect(model.waiting.isEmpty)
      #expect(!model.isBusy)
    }
  }

  @Test func aTakenNameIsShownWithTheOneItCameWith() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("old", at: path + "/AppGroup/Documents/report.pdf")
      try put("new", at: path + "/AppGroup/Inbox/a.parcel/report.pdf")
      await model.activate()
      let stage = Stage(ContentView(model: model))
      #expect(stage.text.contains("report-1.pdf"))
      #expect(stage.text.contains("Came as “report.pdf”"))
    }
  }

  @Test func whatCannotBeTakenInWaitsWithItsReason() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try FileManager.default.createDirectory(
        atPath: path + "/AppGroup/Inbox/a.parcel", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
      try put("fine", at: path + "/AppGroup/Inbox/a.parcel/fine.txt")
      await model.activate()
      #expect(model.arrivals.map(\.name) == ["fine.txt"])
      #expect(model.waiting.map(\.name) == ["link"])
      let text = Stage(ContentView(model: model)).text
      #expect(text.contains("Waiting"))
      #expect(text.contains("only a link"))
    }
  }

  @Test func nothingYetSaysHowToShare() async throws {
    try await withApp { (model: HostModel, _: String) async throws in
      await model.activate()
      #expect(Stage(ContentView(model: model)).text.contains("Share something from another app"))
    }
  }

  @Test func anOpenedCopyIsClaimedAtOnce() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let copy = path + "/App/Documents/Inbox/mail.pdf"
      try put("mail", at: copy)
      await model.open(URL(fileURLWithPath: copy))
      #expect(model.arrivals.map(\.name) == ["mail.pdf"])
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test func anOpenedOriginalIsCopiedAndStays() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let original = path + "/Elsewhere/mine.pdf"
      try put("mine", at: original)
      await model.open(URL(fileURLWithPath: original))
      #expect(model.arrivals.map(\.name) == ["mine.pdf"])
      #expect(FileManager.default.fileExists(atPath: original))
    }
  }

  @Test func anAddressThatIsNoFileIsRefusedWithASentence() async throws {
    try await withApp { (model: HostModel, _: String) async throws in
      await model.open(try #require(URL(string: "https://example.com/")))
      #expect(model.problem?.contains("https://example.com/") == true)
    }
  }

  @Test func whatFinderDropsComesInWhenItKeepsStill() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("dropped", at: path + "/App/Documents/dropped.txt")
      // One activation takes both looks.
      await model.activate()
      #expect(model.arrivals.map(\.name) == ["dropped.txt"])
    }
  }

  @Test func withoutAContainerTheScreenSaysSo() async throws {
    let model = HostModel(library: nil)
    await model.activate()
    #expect(Stage(ContentView(model: model)).text.contains("cannot reach its folder"))
  }

  @Test func theAppDrainsWhenItBecomesActive() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
      let stage = Stage(IntrayApp(model: model))
      #expect(model.isBusy)
      stage.scenePhase = .active
      try await stage.wait(for: "first.txt")
    }
  }

  private func withApp(_ body: (HostModel, String) async throws -> Void) async throws {
    let scratch = try Scratch()
    do {
      for folder in ["AppGroup", "App/Documents"] {
        try FileManager.default.createDirectory(
          atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
      }
      let library = Library(
        container: Container(path: scratch.path + "/AppGroup"), sandbox: Sandbox(path: scratch.path + "/App"))
      try await body(HostModel(library: library), scratch.path)
    } catch {
      // The test's own error is the one to tell.
      try? scratch.remove()
      throw error
    }
    try scratch.remove()
  }

  private func put(_ text: String, at path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
