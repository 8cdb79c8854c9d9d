import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// The user does something with several documents at once.
@MainActor
@Suite(.inApp) struct SelectionTests {
  @Test func severalDocumentsAreDeletedAndRestoredAtOnce() async throws {
    let (browser, _) = try await openBrowser(["a.txt", "b.txt", "Work/c.txt"])
    browser.select("a.txt", "Work")
    await browser.finish { $0.page.withCommanded(browser.actions.delete) }
    #expect(browser.listed == ["b.txt"])
    #expect(!browser.page.isSelecting && browser.page.selection.isEmpty)
    #expect(browser.thrownAway.count == 2)
    await browser.finish { $0.actions.undo() }
    #expect(browser.listed == ["Work", "a.txt", "b.txt"])
    #expect(browser.thrownAway.isEmpty)
  }

  @Test func severalDocumentsAreMoved() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt", "Work/b.txt"])
    browser.select("a.txt", "b.txt")
    browser.page.withCommanded { browser.window.sheet = .move($0) }
    await browser.move(to: DocumentPath(["Work"]))
    #expect(browser.moving.isEmpty && browser.listed == ["Work"])
    await browser.enter(DocumentPath(["Work"]))
    #expect(browser.listed == ["Work/a.txt", "Work/b-1.txt", "Work/b.txt"])
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
  }

  @Test func aRefusedDocumentIsReportedAndTheOthersAreDone() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt", "c.txt", "d.txt"])
    browser.select("a.txt", "b.txt", "c.txt")
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/b.txt")
    await browser.finish { $0.page.withCommanded(browser.actions.delete) }
    #expect(try contents(of: path + "/AppGroup/Trash") == ["a.txt", "c.txt"])
    let problem = try #require(browser.problem)
    #expect(problem.contains("1 of 3 items couldn’t be changed. The others were."))
    #expect(problem.contains("b.txt: It is no longer in Intray."))
    #expect(browser.thrownAway.count == 2)
    await browser.finish { $0.actions.undo() }
    #expect(browser.listed == ["a.txt", "c.txt", "d.txt"])
  }

  @Test func oneMessageReportsThatAllDocumentsWereRefused() async throws {
    let isLocked = Flag()
    let disk = Disk.system.refusing([.renameExclusive], with: .denied, while: isLocked)
    let (browser, _) = try await openBrowser((1...8).map { "\($0).txt" }, disk: disk)
    isLocked.isOn = true
    await browser.finish { $0.actions.delete(browser.list.entries) }
    #expect(browser.list.total == 8)
    let problem = try #require(browser.problem)
    #expect(problem.contains("5.txt") && !problem.contains("6.txt") && problem.contains("…"))
    // Of several it is said in the plural.
    #expect(problem.split(separator: "\n").count == 1 && problem.contains("They are locked"))
  }

  @Test func aFolderAmongThemThatIsWhereTheyGoIsSaid() async throws {
    let (browser, _) = try await openBrowser(["a.txt", "Work/In/b.txt"])
    browser.select("a.txt", "Work")
    browser.page.withCommanded { browser.window.sheet = .move($0) }
    await browser.move(to: DocumentPath(["Work", "In"]))
    #expect(browser.listed == ["Work"])
    #expect(browser.problem?.contains("Work: You can’t move a folder into itself.") == true)
  }

  @Test func aVolumeThatCannotMoveSaysSoAndNothingElse() async throws {
    let disk = Disk.system.refusing([.renameExclusive], with: .unsupported)
    let (browser, _) = try await openBrowser(["a.txt", "Work/b.txt"], disk: disk)
    browser.window.sheet = .move(browser.entries("a.txt"))
    await browser.move(to: DocumentPath(["Work"]))
    #expect(browser.problem?.hasPrefix("This volume doesn’t support this change.") == true)
  }

  @Test func theSelectionEndsWhenItsDocumentsAreRemoved() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    browser.select("a.txt")
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
    await browser.refresh()
    #expect(browser.page.selected.isEmpty)
    browser.page.isSelecting = false
    #expect(!browser.page.isSelecting && browser.page.selection.isEmpty)
  }

  @Test func selectAllIncludesDocumentsThatAreNotShownYet() async throws {
    let (browser, path) = try await openBrowser((0..<ListModel.pageSize + 5).map { "\($0).txt" })
    browser.page.isSelecting = true
    await browser.finish { $0.page.selectAll() }
    #expect(browser.page.selected.count == ListModel.pageSize + 5)
    await browser.finish { $0.page.withCommanded(browser.actions.delete) }
    #expect(browser.thrownAway.count == 205)
    #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
  }

  @Test func aSearchDoesNotCancelAnAction() async throws {
    let (browser, path) = try await openBrowser((0..<20).map { "\($0).txt" })
    browser.actions.delete(browser.list.entries)
    let work = browser.work
    browser.page.search.text = "1"
    browser.page.search.text = ""
    await work?.value
    await browser.settle()
    #expect(try contents(of: path + "/AppGroup/Trash").count == 20)
    #expect(browser.problem == nil)
  }
}
