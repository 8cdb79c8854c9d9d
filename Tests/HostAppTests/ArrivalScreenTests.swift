import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// The rows of what has just arrived.
  @MainActor
  @Suite struct ArrivalScreenTests {
    @Test func aTapLeadsToADocument() async throws {
      try await withApp(visits: VisitMemory().visits) { (model: HostModel, path: String) async throws in
        let stage = Stage(IntrayApp(model: model))
        try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
        stage.scenePhase = .active
        try await stage.wait(for: "Just Arrived")
        try stage.press("first.txt")
        try await stage.wait { _ in model.browser.shown?.description == "first.txt" }
        stage.scenePhase = .background
        stage.scenePhase = .active
        try await stage.wait { _ in !model.isBusy }
        #expect(!stage.text.contains("Just Arrived"))
        #expect(stage.text.contains("first.txt"))
      }
    }

    @Test func aNameThatOnlyCannotBeUsedWasNotTaken() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        try put("one", at: path + "/App/Documents/Inbox/a:b.txt")
        await model.open(URL(filePath: path + "/App/Documents/Inbox/a:b.txt"))
        let stage = Stage(ContentView(model: model))
        #expect(stage.text.contains("Renamed from “a:b.txt” because that name can’t be used"))
      }
    }
  }
#endif
