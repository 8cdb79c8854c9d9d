import Foundation
import IntrayCore
import Testing

@testable import HostApp

/// The folder on screen, without the screen.
@MainActor
@Suite(.inApp) struct NavigationModelTests {
  @Test func aLinkOpensTheFolderOfItsDocument() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/Work/2026/report.pdf")
    await model.browser.finish { $0.place = .trash }
    await model.open(try #require(URL(string: "intray://document/Work/2026/report.pdf")))
    #expect(model.browser.problem == nil && model.browser.place == .documents)
    #expect(model.browser.path.map(\.description) == ["Work", "Work/2026"])
    await model.browser.work?.value
    #expect(model.browser.listed == ["Work/2026/report.pdf"])
    await model.open(try #require(URL(string: "intray://document/Work/")))
    #expect(model.browser.path.map(\.description) == ["Work"])
  }

  @Test(arguments: ["intray://document/gone.pdf", "intray://document/a.txt/b.txt"])
  func aLinkToAMissingDocumentShowsAMessage(link: String) async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/a.txt")
    await model.open(try #require(URL(string: link)))
    #expect(model.browser.problem?.contains("no longer in Intray") == true)
    #expect(model.browser.path.isEmpty)
  }

  @Test func backFromWhatASearchFoundTheFolderIsNotShownAsEmpty() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/Work/report.pdf")
    let browser = model.browser
    await browser.finish { $0.text = "report" }
    #expect(browser.listed == ["Work/report.pdf"])
    await browser.finish { $0.path = [DocumentPath(["Work"])] }
    #expect(browser.listed == ["Work/report.pdf"])
    browser.path = []
    #expect(!browser.isListed, "what the search found, or nothing, is taken for the folder's list")
    await browser.work?.value
    #expect(browser.isListed && browser.listed == ["Work"])
  }

  @Test func aFolderOfManyIsShownPageByPage() async throws {
    let (model, path) = try openApp()
    let count = 2 * NavigationModel.pageSize + 50
    for number in 0..<count { try put("", at: path + "/AppGroup/Documents/\(number).txt") }
    let browser = model.browser
    await browser.refresh()
    #expect(browser.list.total == count)
    #expect(browser.list.entries.count == NavigationModel.pageSize)
    // Numbers sort by their value.
    #expect(browser.list.entries.first?.path.description == "0.txt")
    #expect(browser.list.entries.last?.path.description == "\(NavigationModel.pageSize - 1).txt")
    for _ in 0..<3 {
      if let last = browser.list.entries.last { browser.appeared(last) }
      await browser.work?.value
    }
    #expect(browser.list.entries.count == count)
  }

  @Test func aCancelledReloadRemovesNoMessage() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/a.txt")
    let browser = model.browser
    browser.problem = "It is called so already."
    browser.look()
    let givenUp = browser.work
    browser.look()
    await givenUp?.value
    await browser.work?.value
    #expect(browser.problem == "It is called so already.")
    #expect(browser.list.total == 1)
  }

  @Test func textTypedDuringASearchReplacesTheSearch() async throws {
    let (model, path) = try openApp()
    for name in ["apple.txt", "Work/Äpfel.txt", "pear.txt"] {
      try put("x", at: path + "/AppGroup/Documents/\(name)")
    }
    let browser = model.browser
    browser.text = "pe"
    await browser.finish { $0.text = "ap" }
    // In any case and with any accents, here and below.
    #expect(browser.listed == ["Work/Äpfel.txt", "apple.txt"])
    await browser.finish { $0.text = "" }
    #expect(browser.listed == ["Work", "apple.txt", "pear.txt"])
  }

  /// The list of an app over some documents, of which the user begins to rename the first.
  private func openRenaming(_ names: String...) async throws -> NavigationModel {
    let (browser, _) = try await openBrowser(names)
    browser.beginRenaming(DocumentPath([FileName(String(names[0].prefix { $0 != "/" }))]))
    return browser
  }

  /// The user types a name, and saves.
  private func type(_ name: String, in browser: NavigationModel) async {
    browser.typed = name
    await browser.name()
    await browser.work?.value
  }

  @Test(arguments: [("", "Enter a name."), ("  ", "Enter a name."), ("a/b", "a-b"), ("Taken.txt", "already")])
  func anIllegalNameShowsItsReasonBesideTheField(name: String, why: String) async throws {
    let browser = try await openRenaming("mine.txt", "taken.txt")
    await type(name, in: browser)
    #expect(browser.naming?.problem?.contains(why) == true)
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func aDocumentCanChangeTheCaseOfItsName() async throws {
    let browser = try await openRenaming("mine.txt", "taken.txt")
    await type("Mine.txt", in: browser)
    #expect(browser.naming == nil && browser.problem == nil)
    #expect(browser.listed == ["Mine.txt", "taken.txt"])
  }

  @Test(arguments: [
    ("mine.txt", "  other  ", "other.txt"), ("mine.txt", "Mr.Smith", "Mr.Smith.txt"),
    ("mine.txt", "b.txt", "b.txt"), ("mine.txt", "v1.0", "v1.0.txt"), ("Trip 2.0/a.txt", "Trip", "Trip"),
  ])
  func aRenamedDocumentKeepsItsExtensionAndAFolderHasNone(old: String, typed: String, name: String)
    async throws
  {
    let browser = try await openRenaming(old)
    let shown = old == "mine.txt" ? ("mine", ".txt") : ("Trip 2.0", "")
    #expect(browser.typed == shown.0 && browser.naming?.fileExtension == shown.1)
    await type(typed, in: browser)
    #expect(browser.naming == nil && browser.listed == [name])
  }

  @Test(arguments: [(".md", "note.md"), (".txt", "note.txt")])
  func anotherExtensionIsTakenOnlyIfTheUserMeansIt(answer: String, name: String) async throws {
    let browser = try await openRenaming("mine.txt")
    await type("note.md", in: browser)
    #expect(browser.naming?.otherExtension == ".md")
    await browser.name(with: answer)
    await browser.work?.value
    #expect(browser.naming == nil && browser.listed == [name])
  }

  @Test func renamingAMissingDocumentShowsAMessage() async throws {
    let browser = try await openRenaming("mine.txt")
    try FileManager.default.removeItem(atPath: AppFolder.current.path + "/AppGroup/Documents/mine.txt")
    await type("other.txt", in: browser)
    #expect(browser.problem?.contains("was changed") == true)
    #expect(browser.list.entries.isEmpty)
  }
}
