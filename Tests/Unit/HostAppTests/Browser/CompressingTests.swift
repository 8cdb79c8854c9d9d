import Foundation
import IntrayCore
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

/// The user makes ZIP archives.
@MainActor
@Suite(.inApp) struct CompressingTests {
  /// The list of an app over some documents, and their folder. No preview copy is left half made at the end.
  private func openDocuments(
    _ names: [String], disk: Disk = .system.withoutSyncs
  ) async throws -> (WindowDriver, String) {
    let (browser, path) = try await openBrowser(names, disk: disk)
    AppFolder.current.atEnd { () async throws in #expect(try leftCopies(path).isEmpty) }
    return (browser, path + "/AppGroup/Documents")
  }

  /// Whether a ZIP archive holds entries of these paths. A program that zips does not compress paths.
  private func holds(_ paths: [String], in zip: String) throws -> Bool {
    let bytes = try Data(contentsOf: URL(filePath: zip))
    return bytes.starts(with: Data("PK".utf8)) && paths.allSatisfy { bytes.range(of: Data($0.utf8)) != nil }
  }

  @Test func aDocumentIsCompressedBesideItself() async throws {
    let (browser, path) = try await openDocuments(["Work/a.txt"])
    await browser.enter(DocumentPath(["Work"]))
    browser.actions.compress(browser.entries("Work/a.txt"))
    try await until { browser.app.queue.works.map(\.title) == ["Compressing “a.txt”"] }
    await browser.settle()
    #expect(browser.problem == nil && browser.listed == ["Work/a.txt", "Work/a.zip"])
    #expect(try holds(["a/a.txt"], in: path + "/Work/a.zip"))
  }

  @Test func theArchiveOfAFolderGetsTheNextFreeNameAndTheOthersStay() async throws {
    let (browser, path) = try await openDocuments(["Work/a.txt", "Work/v1.2/b.txt", "Work.zip"])
    await browser.finish { $0.actions.compress($0.entries("Work")) }
    #expect(browser.problem == nil && browser.listed == ["Work", "Work-1.zip", "Work.zip"])
    #expect(try holds(["Work/a.txt", "Work/v1.2/b.txt"], in: path + "/Work-1.zip"))
    #expect(try String(contentsOfFile: path + "/Work.zip", encoding: .utf8) == "Work.zip")
  }

  @Test func severalDocumentsAreOneArchive() async throws {
    let (browser, path) = try await openDocuments(["a.txt", "b.txt", "Archive.zip"])
    await browser.finish { $0.actions.compress($0.entries("a.txt", "b.txt")) }
    #expect(browser.listed == ["a.txt", "Archive-1.zip", "Archive.zip", "b.txt"])
    #expect(try holds(["Archive/a.txt", "Archive/b.txt"], in: path + "/Archive-1.zip"))
    await browser.finish { $0.actions.compress($0.entries("gone.txt")) }
    #expect(browser.problem == "It is no longer in Intray." && browser.listed.count == 4)
  }

  @Test func theUserStopsWhileTheSystemZips() async throws {
    let calls = Mutex<[DiskCall]>([])
    let disk = Disk.system.asking { request throws(DiskError) in
      guard [.makeFolder, .renameExclusive].contains(request.call),
        request.name?.description.hasSuffix(".parcel") == true
      else { return }
      calls.withLock { $0.append(request.call) }
      // The packed copy leaves `Staging`. From here to the end of the archive only the system works.
      if request.call == .renameExclusive { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let (browser, _) = try await openDocuments(["a.txt"], disk: disk)
    await browser.finish { $0.actions.compress($0.entries("a.txt")) }
    // No archive was taken.
    #expect(calls.withLock { $0 } == [.makeFolder, .renameExclusive])
    #expect(browser.problem == nil && browser.listed == ["a.txt"])
  }
}

#if canImport(AppleFoundation)
  import AppleFoundation

  @MainActor
  @Suite(.inApp) struct CompressingScreenTests {
    @Test func aDocumentIsCompressedFromItsMenuAndTheArchiveIsShownLikeAnyDocument() async throws {
      let (harness, model, _) = try await openScreen(["a.txt"])
      try harness.longPress("a.txt", "Compress")
      try await harness.wait { $0.text.contains("Compressing “a.txt”") && $0.text.contains("Stop") }
      await model.browser.settle()
      #expect(!harness.text.contains("Compressing"))
      try await model.browser.finish { _ in try harness.press("a.zip") }
      #expect(model.browser.previewing?.url.lastPathComponent == "a.zip")
      await model.browser.closePreview()
    }
  }
#endif
