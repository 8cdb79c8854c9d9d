import Foundation
import IntrayCore
import Testing

@testable import HostApp

/// Where a window is, without the screen.
@MainActor
@Suite(.inApp) struct WindowModelTests {
  @Test func aLinkOpensTheFolderOfItsDocument() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/Work/2026/report.pdf")
    await model.browser.finish { $0.place = .trash }
    await model.open(try #require(URL(string: "intray://document/Work/2026/report.pdf")))
    #expect(model.browser.problem == nil && model.browser.place == .documents)
    #expect(model.browser.path.map(\.description) == ["Work", "Work/2026"])
    await model.browser.settle()
    #expect(model.browser.listed == ["Work/2026/report.pdf"])
    await model.open(try #require(URL(string: "intray://document/Work/")))
    #expect(model.browser.path.map(\.description) == ["Work"])
  }

  @Test(arguments: ["intray://document/gone.pdf", "intray://document/a.txt/b.txt"])
  func aLinkToAMissingDocumentShowsAMessage(link: String) async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/a.txt")
    let browser = model.browser
    await model.open(try #require(URL(string: link)))
    #expect(browser.problem?.contains("no longer in Intray") == true)
    #expect(browser.path.isEmpty)
  }

  @Test func backFromAFolderThatASearchFoundIsTheSearch() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/Work/report.pdf")
    let browser = model.browser
    await browser.finish { $0.page.search.text = "report" }
    #expect(browser.listed == ["Work/report.pdf"])
    browser.path = [DocumentPath(["Work"])]
    #expect(!browser.page.isListed, "what the search found, or nothing, is taken for the folder's list")
    await browser.settle()
    #expect(browser.page.isListed && browser.listed == ["Work/report.pdf"] && !browser.page.isSearching)
    browser.path = []
    #expect(browser.page.search.text == "report" && browser.listed == ["Work/report.pdf"])
    await browser.finish { $0.page.search.text = "" }
    #expect(browser.listed == ["Work"])
  }

  @Test func aFolderThatGoesTakesThePagesAboveItAway() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "Work/2026/b.txt"])
    await browser.enter(DocumentPath(["Work"]))
    await browser.enter(DocumentPath(["Work", "2026"]))
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/Work")
    await browser.refresh()
    #expect(browser.path.isEmpty && browser.listed == ["a.txt"] && browser.problem == nil)
  }

  /// A window that is not in front is not asked.
  @Test func aLinkWithoutAWindowIsFollowedInTheOneInFront() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/Work/a.txt")
    let (first, second) = (WindowDriver(model), WindowDriver(model))
    let link = try #require(URL(string: "intray://document/Work/"))
    await model.open(link)
    #expect(second.path == [DocumentPath(["Work"])] && first.path.isEmpty)
    model.windows.bringToFront(first.window)
    model.perform(.action(.recents), in: try #require(model.windows.front))
    #expect(first.place == .recents && second.place == .documents)
    for browser in [first, second] { await browser.settle() }
  }
}
