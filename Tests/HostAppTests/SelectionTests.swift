import Foundation
import Shared
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

/// The user does something with several documents at once.
@MainActor
@Suite struct SelectionTests {
  /// Chooses rows, as the list on screen does.
  private func select(_ names: String..., in browser: NavigationModel) {
    browser.editMode = .active
    browser.selection = Set(
      browser.list.entries.map(\.path).filter { names.contains($0.names.last?.description ?? "") })
  }

  @Test func severalDocumentsAreDeletedAndRestoredAtOnce() async throws {
    try await withBrowser(["a.txt", "b.txt", "Work/c.txt"]) {
      (browser: NavigationModel, _: String) async throws in
      select("a.txt", "Work", in: browser)
      browser.withSelected(browser.throwAway)
      await browser.work?.value
      #expect(browser.listed == ["b.txt"])
      #expect(!browser.isSelecting && browser.selection.isEmpty)
      #expect(browser.thrownAway.count == 2)
      browser.undo()
      await browser.work?.value
      #expect(browser.listed == ["Work", "a.txt", "b.txt"])
      #expect(browser.thrownAway.isEmpty)
    }
  }

  @Test func severalDocumentsAreMoved() async throws {
    try await withBrowser(["a.txt", "b.txt", "Work/b.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      select("a.txt", "b.txt", in: browser)
      browser.withSelected(browser.beginMoving)
      await browser.enter(DocumentPath(["Work"]))
      browser.moveHere()
      await browser.work?.value
      #expect(browser.listed == ["Work/a.txt", "Work/b-1.txt", "Work/b.txt"])
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
    }
  }

  @Test func severalAreSentAsOneParcel() async throws {
    try await withBrowser(["a.txt", "b.txt", "c.txt"]) { (browser: NavigationModel, _: String) async throws in
      select("a.txt", "c.txt", in: browser)
      browser.withSelected(browser.send)
      await browser.work?.value
      let parcel = try #require(browser.sending)
      #expect(try contents(of: parcel.path) == ["a.txt", "c.txt"])
    }
  }

  @Test func severalDocumentsArePutBackAndDeletedForGood() async throws {
    try await withBrowser(["a.txt", "b.txt", "c.txt", "d.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      select("a.txt", "b.txt", "c.txt", "d.txt", in: browser)
      browser.withSelected(browser.throwAway)
      await browser.work?.value
      browser.place = .trash
      await browser.work?.value
      select("a.txt", "b.txt", in: browser)
      browser.withSelected(browser.putBack)
      await browser.work?.value
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt", "b.txt"])
      select("c.txt", "d.txt", in: browser)
      browser.withSelected { browser.removing = $0 }
      #expect(browser.isAsking && browser.removing.count == 2)
      browser.isAsking = false
      #expect(browser.removing.isEmpty && browser.list.total == 2)
      browser.remove(browser.list.entries.map(\.path))
      await browser.work?.value
      #expect(try contents(of: path + "/AppGroup/Trash").isEmpty)
    }
  }

  @Test func aRefusedDocumentIsReportedAndTheOthersAreDone() async throws {
    try await withBrowser(["a.txt", "b.txt", "c.txt", "d.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      select("a.txt", "b.txt", "c.txt", in: browser)
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/b.txt")
      browser.withSelected(browser.throwAway)
      await browser.work?.value
      #expect(try contents(of: path + "/AppGroup/Trash") == ["a.txt", "c.txt"])
      let problem = try #require(browser.problem)
      #expect(problem.contains("1 of 3 items couldn’t be changed. The others were."))
      #expect(problem.contains("b.txt: It was changed or moved at the same moment."))
      #expect(browser.thrownAway.count == 2)
      browser.undo()
      await browser.work?.value
      #expect(browser.listed == ["a.txt", "c.txt", "d.txt"])
    }
  }

  @Test func oneMessageReportsThatAllDocumentsWereRefused() async throws {
    let isLocked = Mutex(false)
    let disk = Disk.system.asking { request throws(DiskError) in
      if request.call == .renameExclusive, isLocked.withLock({ $0 }) { throw DiskError(.denied, at: "") }
    }
    try await withBrowser((1...8).map { "\($0).txt" }, disk: disk) {
      (browser: NavigationModel, _: String) async throws in
      isLocked.withLock { $0 = true }
      browser.throwAway(browser.list.entries.map(\.path))
      await browser.work?.value
      #expect(browser.list.total == 8)
      let problem = try #require(browser.problem)
      #expect(problem.contains("5.txt") && !problem.contains("6.txt") && problem.contains("…"))
      // Of several it is said in the plural.
      #expect(problem.split(separator: "\n").count == 1 && problem.contains("They are locked"))
    }
  }

  @Test func aFolderAmongThemThatIsWhereTheyGoIsSaid() async throws {
    try await withBrowser(["a.txt", "Work/In/b.txt"]) { (browser: NavigationModel, _: String) async throws in
      select("a.txt", "Work", in: browser)
      browser.withSelected(browser.beginMoving)
      await browser.enter(DocumentPath(["Work"]))
      await browser.enter(DocumentPath(["Work", "In"]))
      browser.moveHere()
      await browser.work?.value
      #expect(browser.listed == ["Work/In/a.txt", "Work/In/b.txt"])
      #expect(browser.problem?.contains("Work: You can’t move a folder into itself.") == true)
    }
  }

  @Test func aVolumeThatCannotMoveSaysSoAndNothingElse() async throws {
    let disk = Disk.system.asking { request throws(DiskError) in
      if request.call == .renameExclusive { throw DiskError(.unsupported, at: "") }
    }
    try await withBrowser(["a.txt", "Work/b.txt"], disk: disk) {
      (browser: NavigationModel, _: String) async throws in
      browser.beginMoving([DocumentPath(["a.txt"])])
      await browser.enter(DocumentPath(["Work"]))
      browser.moveHere()
      await browser.work?.value
      #expect(browser.problem?.hasPrefix("This volume doesn’t support this change.") == true)
    }
  }

  @Test func theSelectionEndsWhenItsDocumentsAreRemoved() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      select("a.txt", in: browser)
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
      await browser.refresh()
      #expect(browser.selected.isEmpty)
      browser.editMode = .inactive
      #expect(!browser.isSelecting && browser.selection.isEmpty)
    }
  }

  @Test func selectAllIncludesDocumentsThatAreNotShownYet() async throws {
    try await withBrowser((0..<NavigationModel.pageSize + 5).map { "\($0).txt" }) {
      (browser: NavigationModel, path: String) async throws in
      browser.editMode = .active
      browser.selectAll()
      await browser.work?.value
      #expect(browser.selected.count == NavigationModel.pageSize + 5)
      browser.withSelected(browser.throwAway)
      await browser.work?.value
      #expect(browser.thrownAway.count == 205)
      #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
    }
  }

  @Test func aSearchDoesNotCancelAnAction() async throws {
    try await withBrowser((0..<20).map { "\($0).txt" }) {
      (browser: NavigationModel, path: String) async throws in
      browser.throwAway(browser.list.entries.map(\.path))
      let work = browser.work
      browser.text = "1"
      browser.text = ""
      await work?.value
      await browser.work?.value
      #expect(try contents(of: path + "/AppGroup/Trash").count == 20)
      #expect(browser.problem == nil)
    }
  }
}
