import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// The user at the list of documents.
@MainActor
@Suite(.inApp) struct DocumentActionTests {
  @Test func aDocumentIsDuplicated() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    await browser.finish { $0.duplicate(DocumentPath(["a.txt"])) }
    #expect(browser.listed == ["a 2.txt", "a.txt"])
    #expect(try String(contentsOfFile: path + "/AppGroup/Documents/a 2.txt", encoding: .utf8) == "a.txt")
    // A copy of the copy has the next number, as in Files.
    await browser.finish { $0.duplicate(DocumentPath(["a 2.txt"])) }
    await browser.finish { $0.duplicate(DocumentPath(["a.txt"])) }
    #expect(browser.listed == ["a 2.txt", "a 3.txt", "a 4.txt", "a.txt"])
  }

  @Test func aFolderIsMade() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    browser.beginFolder()
    browser.typed = "Letters"
    await browser.name()
    await browser.work?.value
    #expect(browser.listed == ["Letters", "a.txt"])
    #expect(try contents(of: path + "/AppGroup/Documents/Letters").isEmpty)
  }

  @Test func anotherPlaceEndsWhatWasBegun() async throws {
    let (browser, _) = try await openBrowser(["a.txt", "Work/b.txt"])
    await browser.enter(DocumentPath(["Work"]))
    browser.isSelecting = true
    browser.beginMoving([DocumentPath(["Work", "b.txt"])])
    browser.text = "b"
    await browser.finish { $0.place = .trash }
    #expect(browser.moving.isEmpty && !browser.isSelecting && browser.text.isEmpty && browser.path.isEmpty)
    // As the system does when a phone goes back to the list of places.
    browser.place = nil
    #expect(browser.folder == .trash && browser.shownPlace == .trash)
  }
}
