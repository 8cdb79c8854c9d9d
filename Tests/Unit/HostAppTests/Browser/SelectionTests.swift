import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// The user does something with several documents at once.
@MainActor
@Suite(.inApp) struct SelectionTests {
  /// Chooses rows, as the list on screen does.
  private func select(_ names: String..., in browser: NavigationModel) {
    browser.isSelecting = true
    browser.selection = Set(
      browser.list.entries.map(\.path).filter { names.contains($0.names.last?.description ?? "") })
  }

  @Test func severalDocumentsAreDeletedAndRestoredAtOnce() async throws {
    let (browser, _) = try await openBrowser(["a.txt", "b.txt", "Work/c.txt"])
    select("a.txt", "Work", in: browser)
    await browser.finish { $0.withSelected(browser.throwAway) }
    #expect(browser.listed == ["b.txt"])
    #expect(!browser.isSelecting && browser.selection.isEmpty)
    #expect(browser.thrownAway.count == 2)
    await browser.finish { $0.undo() }
    #expect(browser.listed == ["Work", "a.txt", "b.txt"])
    #expect(browser.thrownAway.isEmpty)
  }

  @Test func severalDocumentsAreMoved() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt", "Work/b.txt"])
    select("a.txt", "b.txt", in: browser)
    browser.withSelected(browser.beginMoving)
    await browser.finish { $0.move($0.moving, to: DocumentPath(["Work"])) }
    #expect(browser.moving.isEmpty && browser.listed == ["Work"])
    await browser.enter(DocumentPath(["Work"]))
    #expect(browser.listed == ["Work/a.txt", "Work/b-1.txt", "Work/b.txt"])
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
  }

  @Test func aRefusedDocumentIsReportedAndTheOthersAreDone() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt", "c.txt", "d.txt"])
    select("a.txt", "b.txt", "c.txt", in: browser)
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/b.txt")
    await browser.finish { $0.withSelected(browser.throwAway) }
    #expect(try contents(of: path + "/AppGroup/Trash") == ["a.txt", "c.txt"])
    let problem = try #require(browser.problem)
    #expect(problem.contains("1 of 3 items couldn’t be changed. The others were."))
    #expect(problem.contains("b.txt: It was changed. Try again."))
    #expect(browser.thrownAway.count == 2)
    await browser.finish { $0.undo() }
    #expect(browser.listed == ["a.txt", "c.txt", "d.txt"])
  }

  @Test func oneMessageReportsThatAllDocumentsWereRefused() async throws {
    let isLocked = Flag()
    let disk = Disk.system.refusing([.renameExclusive], with: .denied, while: isLocked)
    let (browser, _) = try await openBrowser((1...8).map { "\($0).txt" }, disk: disk)
    isLocked.isOn = true
    await browser.finish { $0.throwAway(browser.list.entries.map(\.path)) }
    #expect(browser.list.total == 8)
    let problem = try #require(browser.problem)
    #expect(problem.contains("5.txt") && !problem.contains("6.txt") && problem.contains("…"))
    // Of several it is said in the plural.
    #expect(problem.split(separator: "\n").count == 1 && problem.contains("They are locked"))
  }

  @Test func aFolderAmongThemThatIsWhereTheyGoIsSaid() async throws {
    let (browser, _) = try await openBrowser(["a.txt", "Work/In/b.txt"])
    select("a.txt", "Work", in: browser)
    browser.withSelected(browser.beginMoving)
    await browser.finish { $0.move($0.moving, to: DocumentPath(["Work", "In"])) }
    #expect(browser.listed == ["Work"])
    #expect(browser.problem?.contains("Work: You can’t move a folder into itself.") == true)
  }

  @Test func aVolumeThatCannotMoveSaysSoAndNothingElse() async throws {
    let disk = Disk.system.refusing([.renameExclusive], with: .unsupported)
    let (browser, _) = try await openBrowser(["a.txt", "Work/b.txt"], disk: disk)
    browser.beginMoving([DocumentPath(["a.txt"])])
    await browser.finish { $0.move($0.moving, to: DocumentPath(["Work"])) }
    #expect(browser.problem?.hasPrefix("This volume doesn’t support this change.") == true)
  }

  @Test func theSelectionEndsWhenItsDocumentsAreRemoved() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    select("a.txt", in: browser)
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
    await browser.refresh()
    #expect(browser.selected.isEmpty)
    browser.isSelecting = false
    #expect(!browser.isSelecting && browser.selection.isEmpty)
  }

  @Test func selectAllIncludesDocumentsThatAreNotShownYet() async throws {
    let (browser, path) = try await openBrowser((0..<NavigationModel.pageSize + 5).map { "\($0).txt" })
    browser.isSelecting = true
    await browser.finish { $0.selectAll() }
    #expect(browser.selected.count == NavigationModel.pageSize + 5)
    await browser.finish { $0.withSelected(browser.throwAway) }
    #expect(browser.thrownAway.count == 205)
    #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
  }

  @Test func aSearchDoesNotCancelAnAction() async throws {
    let (browser, path) = try await openBrowser((0..<20).map { "\($0).txt" })
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
