import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// The user does something with several documents at once.
  @MainActor
  @Suite struct SelectionTests {
    private func withScreen(
      _ names: [String], disk: Disk = .system, _ body: (Stage, NavigationModel, String) async throws -> Void
    ) async throws {
      try await withApp(disk: disk) { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(Stage(ContentView(model: model)), model.browser, path + "/AppGroup/")
      }
    }

    private func select(_ names: String..., on stage: Stage) throws {
      try stage.press("Edit")
      for name in names { try stage.select(row: name) }
    }

    @Test func severalAreDeletedAndComeBackAtOnce() async throws {
      try await withScreen(["a.txt", "b.txt", "Work/c.txt"]) { stage, browser, _ in
        try select("a.txt", "Work", on: stage)
        try stage.press("Delete")
        await browser.work?.value
        #expect(browser.list.entries.map(\.path.description) == ["b.txt"])
        #expect(!browser.isSelecting && browser.selection.isEmpty)
        #expect(stage.text.contains("2 items are in Recently Deleted."))
        try stage.press("Undo")
        await browser.work?.value
        #expect(browser.list.entries.map(\.path.description) == ["Work", "a.txt", "b.txt"])
        #expect(!stage.text.contains("Recently Deleted."))
      }
    }

    @Test func severalAreMoved() async throws {
      try await withScreen(["a.txt", "b.txt", "Work/b.txt"]) { stage, browser, path in
        try select("a.txt", "b.txt", on: stage)
        try stage.press("Move")
        try stage.press("Work")
        await browser.work?.value
        try stage.press("Move Here")
        await browser.work?.value
        #expect(browser.list.entries.map(\.path.description) == ["Work/a.txt", "Work/b-1.txt", "Work/b.txt"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "Documents") == ["Work"])
      }
    }

    @Test func severalAreSharedAndSentAsOneParcel() async throws {
      try await withScreen(["a.txt", "b.txt", "c.txt"]) { stage, browser, _ in
        try select("a.txt", "c.txt", on: stage)
        try stage.press("Share…")
        #expect(stage.shared.first?.compactMap { ($0 as? URL)?.lastPathComponent } == ["a.txt", "c.txt"])
        try stage.press("Send as Parcel")
        await browser.work?.value
        let parcel = try #require(browser.sending)
        let names = try FileManager.default.contentsOfDirectory(atPath: parcel.path)
        #expect(names.sorted() == ["a.txt", "c.txt"])
      }
    }

    @Test func severalArePutBackAndDeletedForGood() async throws {
      try await withScreen(["a.txt", "b.txt", "c.txt", "d.txt"]) { stage, browser, path in
        try select("a.txt", "b.txt", "c.txt", "d.txt", on: stage)
        try stage.press("Delete")
        await browser.work?.value
        try stage.backToStart()
        try stage.press("Recently Deleted")
        await browser.work?.value
        try select("a.txt", "b.txt", on: stage)
        try stage.press("Put Back")
        await browser.work?.value
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: path + "Documents").sorted() == [
            "a.txt", "b.txt",
          ])
        try select("c.txt", "d.txt", on: stage)
        try stage.press("Delete Now")
        #expect(stage.text.contains("2 items cannot be put back then."))
        try stage.press("Cancel")
        #expect(browser.list.total == 2)
        try select("c.txt", "d.txt", on: stage)
        try stage.press("Delete Now")
        try stage.press("Delete Now")
        await browser.work?.value
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "Trash").isEmpty)
      }
    }

    @Test func whatOneOfThemRefusesIsSaidAndTheOthersAreDone() async throws {
      try await withScreen(["a.txt", "b.txt", "c.txt", "d.txt"]) { stage, browser, path in
        try select("a.txt", "b.txt", "c.txt", on: stage)
        try FileManager.default.removeItem(atPath: path + "Documents/b.txt")
        try stage.press("Delete")
        await browser.work?.value
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: path + "Trash").sorted() == ["a.txt", "c.txt"])
        #expect(stage.text.contains("1 of 3 items couldn’t be changed. The others were."))
        #expect(stage.text.contains("b.txt: It was changed or moved at the same moment."))
        #expect(stage.text.contains("2 items are in Recently Deleted."))
        try stage.press("Undo")
        await browser.work?.value
        #expect(browser.list.entries.map(\.path.description) == ["a.txt", "c.txt", "d.txt"])
      }
    }

    @Test func whatAllRefuseIsSaidOnceForAll() async throws {
      let isLocked = Mutex(false)
      let disk = Disk.system.asking { request throws(DiskError) in
        if request.call == .renameExclusive, isLocked.withLock({ $0 }) { throw DiskError(.noSpace, at: "") }
      }
      let names = (1...8).map { "\($0).txt" }
      try await withScreen(names, disk: disk) { stage, browser, _ in
        isLocked.withLock { $0 = true }
        try stage.press("Edit")
        for name in names { try stage.select(row: name) }
        try stage.press("Delete")
        await browser.work?.value
        #expect(browser.list.total == 8)
        let problem = try #require(browser.problem)
        #expect(problem.contains("5.txt") && !problem.contains("6.txt") && problem.contains("…"))
        #expect(problem.split(separator: "\n").count == 1 && problem.contains("This device is full."))
      }
    }

    @Test func nothingCanBeDoneWithNothing() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { stage, browser, _ in
        try stage.press("Edit")
        #expect(throws: StageError.self) { try stage.press("Move") }
        try stage.select(row: "a.txt")
        try stage.select(row: "a.txt")
        #expect(throws: StageError.self) { try stage.press("Send as Parcel") }
        // A folder is not entered, and a document not shown, while they are chosen.
        #expect(throws: StageError.self) { try stage.press("Work") }
        try stage.press("Done")
        try stage.press("Work")
        #expect(!browser.isSelecting)
      }
    }

    @Test func choosingEndsAlsoWhenOthersTookEverythingAway() async throws {
      try await withScreen(["a.txt"]) { stage, browser, path in
        try select("a.txt", on: stage)
        try FileManager.default.removeItem(atPath: path + "Documents/a.txt")
        await browser.refresh()
        #expect(browser.selected.isEmpty)
        #expect(throws: StageError.self) { try stage.press("Delete") }
        try stage.press("Done")
        #expect(!browser.isSelecting && browser.selection.isEmpty)
      }
    }

    @Test func allAreChosenAlsoThoseFurtherDown() async throws {
      try await withScreen((0..<NavigationModel.pageSize + 5).map { "\($0).txt" }) { stage, browser, path in
        try stage.press("Edit")
        try stage.press("Select All")
        await browser.work?.value
        #expect(browser.selected.count == NavigationModel.pageSize + 5)
        try stage.press("Delete")
        await browser.work?.value
        #expect(stage.text.contains("205 items are in Recently Deleted."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "Documents").isEmpty)
      }
    }

    @Test func whatIsDoneIsNotGivenUpForALook() async throws {
      try await withScreen((0..<20).map { "\($0).txt" }) {
        (_: Stage, browser: NavigationModel, path: String) async throws in
        let paths = browser.list.entries.map(\.path)
        browser.throwAway(paths)
        let work = browser.work
        browser.text = "1"
        browser.text = ""
        await work?.value
        await browser.work?.value
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "Trash").count == 20)
        #expect(browser.problem == nil)
      }
    }
  }
#endif
