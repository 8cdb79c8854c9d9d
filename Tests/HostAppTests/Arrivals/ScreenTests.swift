import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

// Screens are read through the stand-in for SwiftUI, which shows them as text.
#if canImport(AppleFoundation)
  @MainActor
  @Suite struct ScreenTests {
    @Test func aRenamedArrivalShowsItsOriginalName() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        try put("old", at: path + "/AppGroup/Documents/report.pdf")
        try put("new", at: path + "/AppGroup/Inbox/a.parcel/report.pdf")
        await model.activate()
        let harness = ViewHarness(ContentView(model: model))
        #expect(harness.text.contains("report-1.pdf"))
        #expect(harness.text.contains("Renamed from “report.pdf”"))
      }
    }

    @Test func theAppDrainsWhenItBecomesActive() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
        let harness = ViewHarness(IntrayApp(model: model))
        #expect(model.isBusy)
        harness.scenePhase = .active
        try await harness.wait(for: "first.txt")
        // What still works in the folders of the test would keep them from being removed.
        try await harness.wait { _ in !model.isBusy }
        harness.scenePhase = .inactive
        await harness.finishWork()
      }
    }
  }
#endif
