import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The rows of what has just arrived.
  @MainActor
  @Suite(.inApp) struct ArrivalScreenTests {
    @Test func aTapLeadsToADocument() async throws {
      let (model, path) = try openApp(visits: VisitMemory().visits)
      let harness = ViewHarness(IntrayApp(model: model))
      try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
      harness.scenePhase = .active
      try await harness.wait(for: "Just Arrived")
      try harness.press("first.txt")
      try await harness.wait { _ in model.browser.shown?.description == "first.txt" }
      harness.scenePhase = .background
      harness.scenePhase = .active
      try await harness.wait { _ in !model.isBusy }
      #expect(!harness.text.contains("Just Arrived"))
      #expect(harness.text.contains("first.txt"))
    }

    @Test(arguments: ["Keep Both", "Delete New Copy"])
    func anOpenedDocumentThatIsThereIsToldAndTheUserKeepsOneOrBoth(button: String) async throws {
      let (model, path) = try openApp()
      await model.activate()
      try put("one", at: path + "/AppGroup/Documents/Work/old.txt")
      try put("one", at: path + "/App/Documents/Inbox/again.txt")
      await model.open(URL(filePath: path + "/App/Documents/Inbox/again.txt"))
      let harness = ViewHarness(ContentView(model: model))
      #expect(harness.text.contains("Already in Intray, as “Work/old.txt”"))
      try harness.press(button)
      try await harness.wait { _ in
        model.recents.arrivals.allSatisfy { $0.counterpart == nil } && !model.isBusy
      }
      let isKept = button == "Keep Both"
      #expect(try contents(of: path + "/AppGroup/Documents") == (isKept ? ["Work", "again.txt"] : ["Work"]))
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["old.txt"])
      if isKept { return }
      #expect(try contents(of: path + "/AppGroup/Trash") == ["again.txt"])
      #expect(harness.text.contains("Already in Intray, with the same contents"))
      await harness.finishWork()
    }

    @Test func aRenamedArrivalShowsItsOriginalName() async throws {
      let (model, path) = try openApp()
      try put("old", at: path + "/AppGroup/Documents/report.pdf")
      try put("new", at: path + "/AppGroup/Inbox/a.parcel/report.pdf")
      await model.activate()
      let harness = ViewHarness(ContentView(model: model))
      #expect(harness.text.contains("report-1.pdf"))
      #expect(harness.text.contains("Renamed from “report.pdf”"))
    }

    @Test func aNameThatOnlyCannotBeUsedWasNotTaken() async throws {
      let (model, path) = try openApp()
      try put("one", at: path + "/App/Documents/Inbox/a:b.txt")
      await model.open(URL(filePath: path + "/App/Documents/Inbox/a:b.txt"))
      let harness = ViewHarness(ContentView(model: model))
      #expect(harness.text.contains("Renamed from “a:b.txt” because that name can’t be used"))
    }
  }
#endif
