import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

/// The user at the list of documents.
@MainActor
@Suite struct DocumentActionTests {
  @Test func aDocumentIsDuplicated() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.duplicate(DocumentPath(["a.txt"]))
      await browser.work?.value
      #expect(browser.listed == ["a-1.txt", "a.txt"])
      #expect(try String(contentsOfFile: path + "/AppGroup/Documents/a-1.txt", encoding: .utf8) == "a.txt")
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
