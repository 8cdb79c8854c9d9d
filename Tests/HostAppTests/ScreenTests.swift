import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

// Screens are read through the stand-in for SwiftUI, which shows them as text.
#if canImport(AppleFoundation)
  @MainActor
  @Suite struct ScreenTests {
    @Test func aTakenNameIsShownWithTheOneItCameWith() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        try put("old", at: path + "/AppGroup/Documents/report.pdf")
        try put("new", at: path + "/AppGroup/Inbox/a.parcel/report.pdf")
        await model.activate()
        let stage = Stage(ContentView(model: model))
        #expect(stage.text.contains("report-1.pdf"))
        #expect(stage.text.contains("Renamed from “report.pdf”"))
      }
    }

    @Test func theAppDrainsWhenItBecomesActive() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
        let stage = Stage(IntrayApp(model: model))
        #expect(model.isBusy)
        stage.scenePhase = .active
        try await stage.wait(for: "first.txt")
        // What still works in the folders of the test would keep them from being removed.
        try await stage.wait { _ in !model.isBusy }
        stage.scenePhase = .inactive
        await stage.finishWork()
      }
    }
  }
#endif
