import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// What came since the app was last left.
  @MainActor
  @Suite struct ArrivalScreenTests {
    private final class Memory: Sendable {
      private let last = Mutex<FileTime?>(nil)
      var visits: LastVisit {
        LastVisit(
          last: { [last] in last.withLock { $0 } }, leave: { [last] time in last.withLock { $0 = time } })
      }
    }

    private func share(
      _ name: String, _ model: HostModel, from page: String? = nil, into folder: DocumentPath = DocumentPath()
    ) throws {
      let container = try #require(model.library?.container)
      let deposit = try Inbox(container).deposit()
      try deposit.add(
        "x".utf8, as: DocumentName(name), whereFrom: page.map { ["https://cdn.example.net/1", $0] } ?? [])
      _ = try deposit.publish(into: folder)
    }

    @Test func whatTheExtensionTookInWhileTheAppWasClosedShows() async throws {
      let memory = Memory()
      try await withApp(visits: memory.visits) { (model: HostModel, path: String) async throws in
        let container = try #require(model.library?.container)
        try put("old", at: path + "/AppGroup/Documents/Work/renamed.txt")
        try share("seen.txt", model)
        await model.activate()
        #expect(model.arrivals.map(\.name) == ["seen.txt"])
        // Full seconds are kept.
        memory.visits.leave(FileTime(seconds: FileTime.now.seconds + 1))
        let later = HostModel(library: model.library, visits: memory.visits)
        await later.activate()
        #expect(later.arrivals.isEmpty)

        memory.visits.leave(FileTime(seconds: FileTime.now.seconds - 1))
        try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/seen.txt")
        try share("new.txt", model, from: "https://www.example.com/page", into: DocumentPath(["Work"]))
        // As the extension does before it enumerates.
        try Drain(container).run { _ in }
        // A document that the user only renames is no arrival.
        try FileManager.default.moveItem(
          atPath: path + "/AppGroup/Documents/Work/renamed.txt",
          toPath: path + "/AppGroup/Documents/Work/again.txt")
        let stage = Stage(IntrayApp(model: later))
        stage.scenePhase = .active
        try await stage.wait(for: "Just Arrived")
        #expect(later.arrivals.map(\.path.description) == ["Work/new.txt"])
        #expect(stage.text.contains("From www.example.com"))
        // A tap leads to it.
        try stage.press("Work/new.txt")
        await later.browser.work?.value
        #expect(later.browser.way.map(\.description) == ["Work"])
        #expect(later.browser.shown?.description == "Work/new.txt")
      }
    }

    @Test func whatWasSeenIsNotNewTheNextTime() async throws {
      try await withApp(visits: Memory().visits) { (model: HostModel, path: String) async throws in
        let stage = Stage(IntrayApp(model: model))
        try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
        stage.scenePhase = .active
        try await stage.wait(for: "Just Arrived")
        stage.scenePhase = .background
        stage.scenePhase = .active
        try await stage.wait { _ in !model.isBusy }
        #expect(!stage.text.contains("Just Arrived"))
        #expect(stage.text.contains("first.txt"))
      }
    }

    @Test func whatIsGoneWhenItIsTappedSaysSo() async throws {
      try await withApp(visits: Memory().visits) { (model: HostModel, path: String) async throws in
        try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
        await model.activate()
        let stage = Stage(ContentView(model: model))
        try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/first.txt")
        try stage.press("first.txt")
        try await stage.wait(for: "“first.txt” is not in Intray any more.")
      }
    }
  }
#endif
