import Foundation
import Shared
import SwiftUI
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// The user shows, shares and sends: tests press what the user presses.
  @MainActor
  @Suite struct OutgoingTests {
    private func withScreen(
      _ names: [String], _ files: FilesRegistration = FilesRegistration(), disk: Disk = .system,
      _ body: (Stage, NavigationModel, String) async throws -> Void
    ) async throws {
      try await withApp(files, disk: disk) { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(Stage(ContentView(model: model)), model.browser, path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/AppGroup/Staging").isEmpty)
      }
    }

    private func lent(_ path: String) throws -> [String] {
      let previewCopies = path + "/App/Library/Application Support/PreviewCopies"
      guard FileManager.default.fileExists(atPath: previewCopies) else { return [] }
      return try FileManager.default.subpathsOfDirectory(atPath: previewCopies).filter {
        $0.split(separator: "/").count > 1
      }
    }

    @Test func aTapShowsADocumentAndNothingOfItStays() async throws {
      try await withScreen(["a.txt"]) { stage, browser, path in
        try stage.press("a.txt")
        await browser.work?.value
        #expect(stage.front.role == .preview && stage.text.contains("│ a.txt"))
        #expect(try lent(path).contains { $0.hasSuffix("/a.txt") })
        try stage.press("Done")
        await browser.work?.value
        #expect(stage.front.role != .preview)
        #expect(try lent(path).isEmpty)
        #expect(browser.list.total == 1 && browser.outgoing.edited == nil)
      }
    }

    @Test func whatIsMarkedUpIsADocumentMore() async throws {
      try await withScreen(["Work/a.txt"]) { stage, browser, path in
        try stage.press("Work")
        await browser.work?.value
        try stage.press("a.txt")
        await browser.work?.value
        try stage.type("scribbled", into: "Markup")
        try stage.dismiss()
        await browser.work?.value
        let documents = path + "/AppGroup/Documents/Work/"
        #expect(try String(contentsOfFile: documents + "a.txt", encoding: .utf8) == "Work/a.txt")
        #expect(try String(contentsOfFile: documents + "a-1.txt", encoding: .utf8) == "scribbled")
        #expect(stage.text.contains("Your changes are in “Work/a-1.txt”."))
        #expect(browser.list.total == 2)
        #expect(try lent(path).isEmpty)
      }
    }

    @Test func aMarkUpOfAnAppThatDiedIsThereTheNextTime() async throws {
      try await withScreen(["a.txt"]) { stage, browser, path in
        try stage.press("a.txt")
        await browser.work?.value
        try stage.type("scribbled", into: "Markup")
        let library = DocumentLibrary(
          container: Container(path: path + "/AppGroup"), sandbox: Sandbox(path: path + "/App"))
        let next = HostModel(library: library)
        await next.activate()
        #expect(next.browser.list.entries.map(\.path.description) == ["a-1.txt", "a.txt"])
        // The app lists it as an arrival, like all that arrived while the app was closed.
        #expect(next.arrivals.contains { $0.path.description == "a-1.txt" })
        #expect(next.problem == nil)
      }
    }

    @Test func whatIsGoneMeanwhileSaysSo() async throws {
      try await withScreen(["a.txt", "b.txt"]) { stage, browser, path in
        try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
        try stage.press("a.txt")
        await browser.work?.value
        #expect(stage.text.contains("“a.txt” is not in Intray any more."))
        #expect(browser.previewed == nil && browser.list.total == 1)
      }
    }

    @Test func twoTapsShowOneDocumentAndLendNoOther() async throws {
      try await withScreen(["a.txt", "b.txt"]) { stage, browser, path in
        try stage.press("a.txt")
        let first = browser.work
        try stage.press("b.txt")
        await first?.value
        await browser.work?.value
        #expect(try lent(path).filter { $0.hasSuffix(".txt") }.count == 1)
        try stage.press("Done")
        await browser.work?.value
        #expect(try lent(path).isEmpty)
      }
    }

    @Test func whatIsOnlyALinkSaysSo() async throws {
      try await withScreen(["a.txt"]) { stage, browser, path in
        try FileManager.default.createSymbolicLink(
          atPath: path + "/AppGroup/Documents/link.txt", withDestinationPath: "/etc/passwd")
        await browser.refresh()
        try stage.press("link.txt")
        await browser.work?.value
        #expect(stage.text.contains("“link.txt” is neither a file nor a folder"))
      }
    }

    @Test func anEditThatCannotBeSavedYetIsKeptUntilItCan() async throws {
      let isFull = Mutex(false)
      let disk = Disk.system.asking { request throws(DiskError) in
        if request.call == .renameExclusive, isFull.withLock({ $0 }) { throw DiskError(.noSpace, at: "") }
      }
      try await withScreen(["a.txt"], disk: disk) { stage, browser, path in
        try stage.press("a.txt")
        await browser.work?.value
        try stage.type("scribbled", into: "Markup")
        isFull.withLock { $0 = true }
        try stage.press("Done")
        await browser.work?.value
        #expect(stage.text.contains("Your changes couldn’t be saved yet"))
        isFull.withLock { $0 = false }
        let library = DocumentLibrary(
          container: Container(path: path + "/AppGroup"), sandbox: Sandbox(path: path + "/App"))
        let next = HostModel(library: library)
        await next.activate()
        #expect(next.browser.list.entries.map(\.path.description) == ["a-1.txt", "a.txt"])
      }
    }

    @Test func aFullDeviceSaysWhatToDo() async throws {
      let isFull = Mutex(false)
      let disk = Disk.system.asking { request throws(DiskError) in
        if request.call == .makeFolder, isFull.withLock({ $0 }) { throw DiskError(.noSpace, at: "") }
      }
      try await withScreen(["a.txt"], disk: disk) { stage, browser, path in
        isFull.withLock { $0 = true }
        try stage.press("a.txt")
        await browser.work?.value
        #expect(stage.text.contains("too full to show “a.txt”"))
        try stage.longPress("a.txt", "Send as Parcel")
        await browser.work?.value
        #expect(stage.text.contains("too full to pack a parcel"))
        #expect(try lent(path).isEmpty)
      }
    }

    @Test func aDocumentAndAFolderAreSharedWhereTheyAre() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { stage, browser, path in
        try stage.longPress("a.txt", "Share…")
        try stage.longPress("Work", "Share…")
        let shared = try stage.shared.map { try #require($0.first as? URL) }
        let documents = path + "/AppGroup/Documents/"
        #expect(shared.map { $0.path(percentEncoded: false) } == [documents + "a.txt", documents + "Work/"])
        #expect(try String(contentsOf: shared[0], encoding: .utf8) == "a.txt")
      }
    }

    @Test func aParcelIsSentAndGoneAfterwards() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { stage, browser, path in
        try stage.longPress("Work", "Send as Parcel")
        await browser.work?.value
        #expect(stage.text.contains("Work.parcel"))
        let parcel = try #require(browser.sending)
        #expect(
          try FileManager.default.subpathsOfDirectory(atPath: parcel.path).sorted() == ["Work", "Work/b.txt"])
        try stage.press("AirDrop")
        await browser.work?.value
        #expect(stage.shared.map { ($0.first as? URL)?.lastPathComponent } == ["Work.parcel"])
        #expect(browser.sending == nil && !stage.text.contains("Work.parcel"))
        #expect(try lent(path).isEmpty)
      }
    }

    @Test func aParcelThatIsNotSentIsGone() async throws {
      try await withScreen(["a.txt"]) { stage, browser, path in
        try stage.longPress("a.txt", "Send as Parcel")
        await browser.work?.value
        try stage.dismiss()
        await browser.work?.value
        #expect(browser.sending == nil && stage.shared.isEmpty)
        #expect(try lent(path).isEmpty)
      }
    }

    @Test func packingIsStopped() async throws {
      let (isSlow, goOn) = (Mutex(false), DispatchSemaphore(value: 0))
      let disk = Disk.system.asking { request throws(DiskError) in
        // One thread of few is held up, and however this ends not for ever.
        if request.call == .makeFolder, isSlow.withLock({ $0 }) { _ = goOn.wait(timeout: .now() + 60) }
      }
      try await withScreen(["a.txt"], disk: disk) { stage, browser, path in
        isSlow.withLock { $0 = true }
        try stage.longPress("a.txt", "Send as Parcel")
        #expect(stage.text.contains("Packing a parcel"))
        try stage.press("Stop")
        isSlow.withLock { $0 = false }
        goOn.signal()
        await browser.work?.value
        #expect(browser.sending == nil && browser.problem == nil && browser.outgoing.packing == nil)
        #expect(try lent(path).isEmpty)
      }
    }

    @Test func aDraggedDocumentIsAFileWithItsNameThatNobodyMayWriteInPlace() async throws {
      try await withScreen(["a.pdf", "v1.2/b.txt"]) { stage, browser, path in
        let document = try #require(try stage.drag("a.pdf") as? NSItemProvider)
        #expect(document.suggestedName == "a.pdf")
        #expect(document.registeredTypeIdentifiers == [UTType.pdf.identifier])
        #expect(document.registeredTypeIdentifiers(fileOptions: .openInPlace).isEmpty)
        let text = await withCheckedContinuation { (done: CheckedContinuation<String?, Never>) in
          document.loadFileRepresentation(forTypeIdentifier: UTType.pdf.identifier) { url, _ in
            let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
            done.resume(returning: url?.lastPathComponent == "a.pdf" ? text : nil)
          }
        }
        #expect(text == "a.pdf")
        let folder = try #require(try stage.drag("v1.2") as? NSItemProvider)
        #expect(folder.registeredTypeIdentifiers == [UTType.folder.identifier])
      }
    }

    @Test func aFolderIsShownInFilesAndWhatIsPickedThereIsOpened() async throws {
      let files = FilesRegistration(place: { URL(filePath: "/Files/Intray", directoryHint: .isDirectory) })
      try await withScreen(["Work/a.txt"], files) { stage, browser, path in
        try stage.press("Work")
        await browser.work?.value
        try stage.longPress("a.txt", "Show in Files")
        await browser.work?.value
        #expect(stage.text.contains("/Files/Intray/Work"))
        let original = path + "/elsewhere.txt"
        try put("picked", at: original)
        try stage.pick([URL(fileURLWithPath: original)])
        #expect(!stage.text.contains("/Files/Intray/Work"))
        try await stage.wait { _ in
          FileManager.default.fileExists(atPath: path + "/AppGroup/Documents/elsewhere.txt")
        }
        #expect(FileManager.default.fileExists(atPath: original))
      }
    }

    @Test func nothingIsShownInFilesWhileIntrayIsTurnedOffThere() async throws {
      try await withScreen(["a.txt"]) { stage, browser, _ in
        try stage.longPress("a.txt", "Show in Files")
        await browser.work?.value
        #expect(stage.text.contains("Files does not show Intray at the moment."))
        browser.isInFiles = false
        #expect(throws: StageError.self) { try stage.longPress("a.txt", "Show in Files") }
      }
    }
  }
#endif
