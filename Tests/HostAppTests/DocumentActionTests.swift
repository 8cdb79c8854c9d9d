import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

/// The user at the list of documents.
@MainActor
@Suite struct DocumentActionTests {
  @Test func aDocumentIsRenamedAndATakenNameIsToldBesideIt() async throws {
    try await withBrowser(["a.txt", "b.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.beginRenaming(DocumentPath(["a.txt"]))
      #expect(browser.typed == "a.txt")
      browser.typed = "b.txt"
      await browser.name()
      #expect(browser.naming?.problem?.contains("The name “b.txt” is already taken") == true)
      browser.typed = "c.txt"
      #expect(browser.naming?.problem == nil)
      await browser.name()
      await browser.work?.value
      #expect(browser.naming == nil && browser.listed == ["b.txt", "c.txt"])
      #expect(try String(contentsOfFile: path + "/AppGroup/Documents/c.txt", encoding: .utf8) == "a.txt")
    }
  }

  @Test func aDocumentIsDuplicated() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.duplicate(DocumentPath(["a.txt"]))
      await browser.work?.value
      #expect(browser.listed == ["a-1.txt", "a.txt"])
      #expect(try String(contentsOfFile: path + "/AppGroup/Documents/a-1.txt", encoding: .utf8) == "a.txt")
    }
  }

  @Test func aDocumentIsMovedIntoAFolder() async throws {
    try await withBrowser(["a.txt", "Work/b.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      browser.beginMoving([DocumentPath(["a.txt"])])
      await browser.enter(DocumentPath(["Work"]))
      browser.moveHere()
      await browser.work?.value
      #expect(browser.listed == ["Work/a.txt", "Work/b.txt"] && browser.moving.isEmpty)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
    }
  }

  @Test(arguments: [["Work"], ["Work", "In"]])
  func aFolderIsNotMovedIntoItself(folder: [String]) async throws {
    try await withBrowser(["Work/In/a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.beginMoving([DocumentPath(["Work"])])
      browser.way = [DocumentPath(folder.map { FileName($0) })]
      await browser.work?.value
      browser.moveHere()
      await browser.work?.value
      #expect(
        try String(contentsOfFile: path + "/AppGroup/Documents/Work/In/a.txt", encoding: .utf8)
          == "Work/In/a.txt")
      #expect(browser.problem == "You can’t move a folder into itself.")
    }
  }

  @Test func whatIsDeletedCanBeTakenBack() async throws {
    try await withBrowser(["Work/a.txt", "b.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      await browser.enter(DocumentPath(["Work"]))
      browser.throwAway([DocumentPath(["Work", "a.txt"])])
      await browser.work?.value
      #expect(browser.thrownAway.count == 1 && browser.listed.isEmpty)
      #expect(try contents(of: path + "/AppGroup/Documents/Work").isEmpty)
      browser.undo()
      await browser.work?.value
      #expect(
        try String(contentsOfFile: path + "/AppGroup/Documents/Work/a.txt", encoding: .utf8) == "Work/a.txt")
      #expect(browser.thrownAway.isEmpty && browser.listed == ["Work/a.txt"])
    }
  }

  @Test func recentlyDeletedPutsBackAndDeletesForGoodWhenToldTwice() async throws {
    try await withBrowser(["a.txt", "b.txt", "c.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      browser.throwAway([DocumentPath(["a.txt"]), DocumentPath(["b.txt"])])
      await browser.work?.value
      browser.place = .trash
      await browser.work?.value
      #expect(browser.list.total == 2 && browser.folder == .trash)
      browser.putBack([try #require(browser.list.entries.first).path])
      await browser.work?.value
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt", "c.txt"])
      browser.removing = browser.list.entries.map(\.path)
      #expect(browser.isAsking)
      browser.isAsking = false
      #expect(browser.removing.isEmpty && browser.list.total == 1)
      browser.remove(browser.list.entries.map(\.path))
      await browser.work?.value
      #expect(browser.list.total == 0 && browser.problem == nil)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt", "c.txt"])
    }
  }

  @Test func recentlyDeletedIsEmptyAtFirst() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, _: String) async throws in
      browser.place = .trash
      await browser.work?.value
      #expect(browser.list.total == 0 && browser.problem == nil)
    }
  }

  @Test func aFolderIsMade() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.beginFolder()
      browser.typed = "Letters"
      await browser.name()
      await browser.work?.value
      #expect(browser.listed == ["Letters", "a.txt"])
      #expect(try contents(of: path + "/AppGroup/Documents/Letters").isEmpty)
    }
  }

  @Test func anotherPlaceEndsWhatWasBegun() async throws {
    try await withBrowser(["a.txt", "Work/b.txt"]) { (browser: NavigationModel, _: String) async throws in
      await browser.enter(DocumentPath(["Work"]))
      browser.editMode = .active
      browser.beginMoving([DocumentPath(["Work", "b.txt"])])
      browser.text = "b"
      browser.place = .trash
      await browser.work?.value
      #expect(browser.moving.isEmpty && !browser.isSelecting && browser.text.isEmpty && browser.way.isEmpty)
      // As the system does when a phone goes back to the list of places.
      browser.place = nil
      #expect(browser.folder == .trash && browser.shownPlace == .trash)
    }
  }

  @Test func aLinkLeadsToItsDocumentFromAnyPlace() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("x", at: path + "/AppGroup/Documents/Work/inside.txt")
      model.browser.place = .trash
      await model.browser.work?.value
      await model.open(try #require(URL(string: "intray://document/Work/inside.txt")))
      #expect(model.browser.place == .documents && model.browser.column == .detail)
      #expect(model.browser.listed == ["Work/inside.txt"])
    }
  }
}
