import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// The user types a name.
@MainActor
@Suite(.inApp) struct NamingModelTests {
  /// The list of an app over some documents, of which the user begins to rename the first.
  private func openRenaming(_ names: String...) async throws -> WindowDriver {
    let (browser, _) = try await openBrowser(names)
    browser.actions.beginRenaming(browser.entry(String(names[0].prefix { $0 != "/" })))
    return browser
  }

  @Test(arguments: [("", "Enter a name."), ("  ", "Enter a name."), ("a/b", "a-b"), ("Taken.txt", "already")])
  func anIllegalNameShowsItsReasonBesideTheField(name: String, why: String) async throws {
    let browser = try await openRenaming("mine.txt", "taken.txt")
    await browser.type(name)
    #expect(browser.naming?.problem?.contains(why) == true)
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func aDocumentCanChangeTheCaseOfItsName() async throws {
    let browser = try await openRenaming("mine.txt", "taken.txt")
    await browser.type("Mine.txt")
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
    #expect(browser.naming?.text == shown.0 && browser.naming?.fileExtension == shown.1)
    await browser.type(typed)
    #expect(browser.naming == nil && browser.listed == [name])
  }

  @Test(arguments: [(".md", "note.md"), (".txt", "note.txt")])
  func anotherExtensionIsTakenOnlyIfTheUserMeansIt(answer: String, name: String) async throws {
    let browser = try await openRenaming("mine.txt")
    await browser.type("note.md")
    #expect(browser.naming?.otherExtension == ".md")
    await browser.naming?.save(with: answer)
    await browser.settle()
    #expect(browser.naming == nil && browser.listed == [name])
  }

  @Test func renamingAMissingDocumentShowsAMessage() async throws {
    let browser = try await openRenaming("mine.txt")
    try FileManager.default.removeItem(atPath: AppFolder.current.path + "/AppGroup/Documents/mine.txt")
    await browser.type("other.txt")
    #expect(browser.problem == "“mine.txt” is no longer in Intray.")
    #expect(browser.list.entries.isEmpty)
  }
}

#if canImport(AppleFoundation)
  extension NamingModelTests {
    @Test func theFieldHasTheFocusAndItsStemIsSelected() async throws {
      let (harness, _, _) = try await openScreen(["mine.tar.gz"])
      try harness.longPress("mine.tar.gz", "Rename")
      try await harness.wait { $0.find(.textField, "New Name")?.selectedText == "mine" }
      #expect(harness.find(.textField, "New Name")?.isFocused == true)
      // Nothing is selected of a text that is gone.
      try harness.press("Clear Text")
      #expect(harness.find(.textField, "New Name")?.selectedText == nil)
    }

    @Test func theCrossEmptiesTheFieldAndGoesWithTheText() async throws {
      let (harness, model, _) = try await openScreen(["mine.txt"])
      try harness.longPress("mine.txt", "Rename")
      #expect(model.browser.naming?.text == "mine")
      try harness.press("Clear Text")
      #expect(model.browser.naming?.text == "")
      #expect(throws: HarnessError.self) { try harness.press("Clear Text") }
    }
  }
#endif
