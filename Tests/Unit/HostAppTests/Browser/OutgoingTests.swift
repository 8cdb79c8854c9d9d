import Foundation
import IntrayCore
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp

/// The user shows, shares and sends.
@MainActor
@Suite(.inApp) struct OutgoingTests {
  /// The app in its next process.
  private func relaunched(_ path: String) async throws -> HostModel {
    let library = DocumentLibrary(
      container: Container(path: path + "/AppGroup"), sandbox: Sandbox(path: path + "/App"))
    let next = HostModel(library: library)
    await next.activate()
    await next.browser.settle()
    try await settle(next)
    return next
  }

  @Test func aDocumentIsShownAndNothingOfItStays() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    await browser.finish { $0.preview("a.txt") }
    let shown = try #require(browser.previewing?.url)
    #expect(shown.lastPathComponent == "a.txt")
    #expect(try String(contentsOf: shown, encoding: .utf8) == "a.txt")
    #expect(try leftCopies(path).contains { $0.hasSuffix("/a.txt") })
    await browser.closePreview()
    #expect(browser.previewing?.url == nil)
    #expect(try leftCopies(path).isEmpty)
    #expect(browser.list.total == 1 && browser.edited == nil)
  }

  @Test func aMarkedUpPreviewBecomesAnotherDocument() async throws {
    let (browser, path) = try await openBrowser(["Work/a.txt"])
    await browser.enter(DocumentPath(["Work"]))
    try await browser.markUp("Work/a.txt")
    await browser.closePreview()
    let documents = path + "/AppGroup/Documents/Work/"
    #expect(try String(contentsOfFile: documents + "a.txt", encoding: .utf8) == "Work/a.txt")
    #expect(try String(contentsOfFile: documents + "a-1.txt", encoding: .utf8) == "scribbled")
    #expect(browser.edited?.path.description == "Work/a-1.txt")
    #expect(browser.list.total == 2)
    #expect(try leftCopies(path).isEmpty)
    // What the user does next has nothing to do with it.
    await browser.finish { $0.actions.duplicate($0.entries("Work/a.txt")) }
    #expect(browser.edited == nil)
  }

  @Test func aMarkedUpPreviewSurvivesTheDeathOfTheApp() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    try await browser.markUp("a.txt")
    let next = try await relaunched(path)
    #expect(next.browser.listed == ["a-1.txt", "a.txt"])
    // The app lists it as an arrival, like all that arrived while the app was closed.
    #expect(next.recents.arrivals.contains { $0.path.description == "a-1.txt" })
    #expect(next.problem == nil)
  }

  @Test func previewingAMissingDocumentShowsAMessage() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt"])
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
    await browser.finish { $0.preview("a.txt") }
    #expect(browser.problem == "“a.txt” is no longer in Intray.")
    #expect(browser.previewing?.url == nil && browser.list.total == 1)
  }

  @Test func twoTapsMakeOnePreviewCopy() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt"])
    browser.preview("a.txt")
    let first = browser.work
    browser.preview("b.txt")
    await first?.value
    await browser.settle()
    #expect(try leftCopies(path).filter { $0.hasSuffix(".txt") }.count == 1)
    await browser.closePreview()
    #expect(try leftCopies(path).isEmpty)
  }

  @Test func previewingASymbolicLinkShowsAMessage() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    try FileManager.default.createSymbolicLink(
      atPath: path + "/AppGroup/Documents/link.txt", withDestinationPath: "/etc/passwd")
    await browser.refresh()
    await browser.finish { $0.preview("link.txt") }
    #expect(browser.problem?.contains("only a link") == true)
  }

  @Test func anEditThatCannotBeSavedYetIsKeptUntilItCan() async throws {
    let isFull = Flag()
    let disk = Disk.system.refusing([.renameExclusive], with: .noSpace, while: isFull)
    let (browser, path) = try await openBrowser(["a.txt"], disk: disk)
    try await browser.markUp("a.txt")
    isFull.isOn = true
    await browser.closePreview()
    #expect(browser.problem?.contains("Your changes couldn’t be saved yet") == true)
    isFull.isOn = false
    #expect(try await relaunched(path).browser.listed == ["a-1.txt", "a.txt"])
  }

  @Test func aFullDeviceShowsAMessageThatSaysWhatToDo() async throws {
    let isFull = Flag()
    let disk = Disk.system.refusing([.makeFolder], with: .noSpace, while: isFull)
    let (browser, path) = try await openBrowser(["a.txt"], disk: disk)
    isFull.isOn = true
    await browser.finish { $0.preview("a.txt") }
    #expect(browser.problem?.contains("This device is full.") == true)
    await browser.finish { $0.actions.send($0.entries("a.txt")) }
    #expect(browser.problem?.contains("This device is full.") == true)
    #expect(try leftCopies(path).isEmpty)
  }

  @Test func documentsAndFoldersAreSharedWithoutACopy() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "Work/b.txt"])
    let library = browser.library
    let shared = browser.list.entries.map { library.url(of: $0) }
    let documents = path + "/AppGroup/Documents/"
    #expect(shared.map { $0.path(percentEncoded: false) } == [documents + "Work/", documents + "a.txt"])
    #expect(try String(contentsOf: shared[1], encoding: .utf8) == "a.txt")
  }

  @Test func aParcelIsThereUntilItsSheetCloses() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "Work/b.txt"])
    await browser.finish { $0.actions.send($0.entries("Work")) }
    let parcel = try #require(browser.sharing)
    #expect(parcel.lastPathComponent == "Work.parcel")
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: parcel.path).sorted() == ["Work", "Work/b.txt"])
    await browser.endSending()
    #expect(browser.sharing == nil)
    #expect(try leftCopies(path).isEmpty)
  }

  @Test func theUserStopsThePacking() async throws {
    let disk = Disk.system.asking { request throws(DiskError) in
      // As the button does.
      if request.call == .makeFolder, request.name?.hasSuffix(".parcel") == true {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    let (browser, path) = try await openBrowser(["a.txt"], disk: disk)
    browser.actions.send(browser.entries("a.txt"))
    try await until { browser.app.queue.works.map(\.title) == ["Packing a parcel"] }
    await browser.settle()
    #expect(browser.sharing == nil && browser.problem == nil && browser.app.queue.works.isEmpty)
    #expect(try leftCopies(path).isEmpty)
  }

  @Test func aDraggedDocumentIsProvidedAsACopyUnderItsName() async throws {
    let (browser, _) = try await openBrowser(["a.pdf", "v1.2/b.txt"])
    let providers = Dictionary(
      uniqueKeysWithValues: browser.list.entries.map {
        ($0.path.description, browser.page.itemProvider(for: $0))
      })
    let pdf = try #require(providers["a.pdf"])
    #expect(pdf.suggestedName == "a.pdf")
    #expect(pdf.registeredTypeIdentifiers == [UTType.pdf.identifier, DraggedDocuments.type])
    #expect(pdf.registeredTypeIdentifiers(fileOptions: .openInPlace).isEmpty)
    let text = await withCheckedContinuation { (done: CheckedContinuation<String?, Never>) in
      pdf.loadFileRepresentation(forTypeIdentifier: UTType.pdf.identifier) { url, _ in
        let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        done.resume(returning: url?.lastPathComponent == "a.pdf" ? text : nil)
      }
    }
    #expect(text == "a.pdf")
    #expect(providers["v1.2"]?.registeredTypeIdentifiers.first == UTType.folder.identifier)
    for provider in providers.values { await dragBegins(provider) }
  }

  @Test func whatFilesDoesNotShowIsSaid() async throws {
    let (browser, _) = try await openBrowser(["a.txt"], FilesRegistration(place: { nil }))
    await browser.finish { $0.actions.showInFiles(DocumentPath(["a.txt"])) }
    #expect(browser.problem?.contains("Files doesn’t show Intray at the moment.") == true)
  }
}
