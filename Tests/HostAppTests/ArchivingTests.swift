import Foundation
import Shared
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

/// The user makes ZIP archives, and uncompresses them.
@MainActor
@Suite struct ArchivingTests {
  /// The list of an app over some documents, and their folder. No preview copy is left half made at the end.
  private func withDocuments(
    _ names: [String], disk: Disk = .system.withoutSyncs,
    _ body: (NavigationModel, String) async throws -> Void
  ) async throws {
    try await withBrowser(names, disk: disk) { (browser: NavigationModel, path: String) async throws in
      try await body(browser, path + "/AppGroup/Documents")
      await browser.work?.value
      let copies = path + "/App/Library/Application Support/PreviewCopies"
      let left = FileManager.default.subpaths(atPath: copies) ?? []
      #expect(left.allSatisfy { !$0.contains("/") }, "\(left)")
    }
  }

  private func write(_ zip: ZipBuilder, to path: String) throws {
    try Data(zip.bytes).write(to: URL(filePath: path))
  }

  @Test func aDocumentIsCompressedAndUncompressedBesideItself() async throws {
    try await withDocuments(["Work/a.txt"]) { (browser: NavigationModel, path: String) async throws in
      await browser.enter(DocumentPath(["Work"]))
      browser.compress([DocumentPath(["Work", "a.txt"])])
      #expect(browser.archiving.map(\.subject) == ["a.txt"])
      await browser.work?.value
      #expect(browser.listed == ["Work/a.txt", "Work/a.zip"])
      browser.uncompress(DocumentPath(["Work", "a.zip"]))
      await browser.work?.value
      #expect(browser.problem == nil && browser.listed == ["Work/a-1.txt", "Work/a.txt", "Work/a.zip"])
      #expect(try String(contentsOfFile: path + "/Work/a-1.txt", encoding: .utf8) == "Work/a.txt")
    }
  }

  @Test func aFolderIsCompressedWithoutAnotherAroundIt() async throws {
    try await withDocuments(["Work/a.txt", "Work/v1.2/b.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      browser.compress([DocumentPath(["Work"])])
      await browser.work?.value
      browser.uncompress(DocumentPath(["Work.zip"]))
      await browser.work?.value
      #expect(browser.listed == ["Work", "Work-1", "Work.zip"])
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: path + "/Work-1").sorted()
          == FileManager.default.subpathsOfDirectory(atPath: path + "/Work").sorted())
    }
  }

  @Test func theArchiveOfAFolderGetsTheNextFreeNameAndTheOthersStay() async throws {
    try await withDocuments(["Work/a.txt", "Work/b.txt", "Work.zip"]) {
      (browser: NavigationModel, path: String) async throws in
      browser.compress([DocumentPath(["Work"])])
      await browser.work?.value
      #expect(browser.problem == nil && browser.listed == ["Work", "Work-1.zip", "Work.zip"])
      #expect(try String(contentsOfFile: path + "/Work.zip", encoding: .utf8) == "Work.zip")
    }
  }

  @Test func severalDocumentsAreOneArchive() async throws {
    try await withDocuments(["a.txt", "b.txt", "Archive.zip"]) {
      (browser: NavigationModel, path: String) async throws in
      browser.compress([DocumentPath(["a.txt"]), DocumentPath(["b.txt"])])
      await browser.work?.value
      browser.uncompress(DocumentPath(["Archive-1.zip"]))
      await browser.work?.value
      #expect(Set(browser.listed) == ["a.txt", "Archive-1", "Archive-1.zip", "Archive.zip", "b.txt"])
      #expect(try contents(of: path + "/Archive-1") == ["a.txt", "b.txt"])
      #expect(try String(contentsOfFile: path + "/Archive.zip", encoding: .utf8) == "Archive.zip")
    }
  }

  @Test func whatCannotBeDoneIsSaidAndChangesNothing() async throws {
    let one = ZipBuilder.Entry("one", "1")
    try await withDocuments(["letter.zip", "large.zip"]) {
      (browser: NavigationModel, path: String) async throws in
      try write(ZipBuilder([one.with { $0.checksum += 1 }]), to: path + "/damaged.zip")
      try write(ZipBuilder([one.with { $0.flags = 1 }]), to: path + "/secret.zip")
      try write(ZipBuilder([one.with { $0.method = 12 }]), to: path + "/strange.zip")
      let deep = Array(repeating: "d", count: 100).joined(separator: "/")
      try write(ZipBuilder([ZipBuilder.Entry(deep, "1")]), to: path + "/deep.zip")
      let large = try FileHandle(forWritingTo: URL(filePath: path + "/large.zip"))
      // A hole takes no room.
      try large.seek(toOffset: 1 << 32)
      try large.write(contentsOf: Data(ZipBuilder([one]).bytes))
      try large.close()
      for (name, words) in [
        ("letter.zip", "“letter.zip” isn’t a ZIP file."), ("damaged.zip", "“damaged.zip” is damaged."),
        ("secret.zip", "needs a password"), ("strange.zip", "is a kind of ZIP file"),
        ("deep.zip", "holds more than"), ("large.zip", "is larger than 4 GB"),
        ("gone.zip", "changed or moved"),
      ] {
        browser.uncompress(DocumentPath([FileName(name)]))
        await browser.work?.value
        #expect(browser.problem?.contains(words) == true, "\(name): \(browser.problem ?? "")")
      }
      browser.compress([DocumentPath(["gone.txt"])])
      await browser.work?.value
      #expect(browser.problem?.contains("changed or moved") == true)
      #expect(try contents(of: path).count == 6)
    }
  }

  @Test func whatIsLeftOutIsNamed() async throws {
    try await withDocuments([]) { (browser: NavigationModel, path: String) async throws in
      try write(
        ZipBuilder([
          ZipBuilder.Entry("one", "1"), ZipBuilder.Entry("link", "x").with { $0.attributes = 0o120777 << 16 },
        ]), to: path + "/a.zip")
      browser.uncompress(DocumentPath(["a.zip"]))
      await browser.work?.value
      #expect(
        browser.problem == "Intray saves only files and folders. Left out of “a.zip”: link")
      #expect(browser.listed == ["a.zip", "one"])
    }
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
    try await withDocuments(["a.txt"], disk: disk) { (browser: NavigationModel, path: String) async throws in
      browser.compress([DocumentPath(["a.txt"])])
      await browser.work?.value
      // No archive was taken.
      #expect(calls.withLock { $0 } == [.makeFolder, .renameExclusive])
      #expect(browser.problem == nil && browser.listed == ["a.txt"])
    }
  }

  @Test func theUserStops() async throws {
    let isSlow = Mutex(false)
    let goOn = DispatchSemaphore(value: 0)
    let disk = Disk.system.asking { request throws(DiskError) in
      // One thread of few is held up, and however this ends not for ever.
      if request.call == .makeFolder, isSlow.withLock({ $0 }) { _ = goOn.wait(timeout: .now() + 60) }
    }
    try await withDocuments(["a.txt"], disk: disk) { (browser: NavigationModel, path: String) async throws in
      try write(ZipBuilder([ZipBuilder.Entry("one", "1")]), to: path + "/b.zip")
      for action in [
        { browser.compress([DocumentPath(["a.txt"])]) }, { browser.uncompress(DocumentPath(["b.zip"])) },
      ] {
        isSlow.withLock { $0 = true }
        action()
        #expect(browser.archiving.count == 1)
        browser.stopArchiving()
        isSlow.withLock { $0 = false }
        goOn.signal()
        await browser.work?.value
        #expect(browser.problem == nil && browser.listed == ["a.txt", "b.zip"])
      }
    }
  }
}

#if canImport(AppleFoundation)
  import AppleFoundation

  /// ZIP archives, as the screen shows them.
  @MainActor
  @Suite struct ArchivingScreenTests {
    @Test func whatTheSystemCouldPurgeIsRoom() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        let zip = ZipBuilder([ZipBuilder.Entry("one", "1"), ZipBuilder.Entry("two", "2")])
        let file = path + "/AppGroup/Documents/b.zip"
        try put("", at: file)
        try Data(zip.bytes).write(to: URL(filePath: file))
        let library = try #require(model.library)
        let uncompress = { await library.uncompress(DocumentPath(["b.zip"])) { _ in } }
        let refused = await StandIn.VolumeCapacity.$forImportantUsage.withValue(1, operation: uncompress)
        guard case .failure(.disk(let error)) = refused else {
          Issue.record("\(refused)")
          return
        }
        #expect(error.code == .noSpace)
        // A volume that does not say it says 0.
        let room = await StandIn.VolumeCapacity.$forImportantUsage.withValue(0, operation: uncompress)
        #expect(throws: Never.self) { _ = try room.get() as Archive.Uncompressed }
      }
    }

    @Test func openingAnArchiveOffersToUncompressIt() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        let documents = path + "/AppGroup/Documents"
        try put("a.txt", at: documents + "/a.txt")
        let zip = ZipBuilder([ZipBuilder.Entry("one", "1"), ZipBuilder.Entry("two", "2")])
        try Data(zip.bytes).write(to: URL(filePath: documents + "/b.zip"))
        await model.activate()
        let harness = ViewHarness(ContentView(model: model))
        try harness.press("b.zip")
        #expect(harness.text.contains("Uncompress This ZIP File?"))
        try harness.press("Cancel")
        await model.browser.work?.value
        #expect(try contents(of: documents) == ["a.txt", "b.zip"] && model.browser.offered == nil)
        try harness.press("b.zip")
        try harness.press("Uncompress")
        #expect(harness.text.contains("Uncompressing “b.zip”") && harness.text.contains("Stop"))
        await model.browser.work?.value
        #expect(try contents(of: documents) == ["a.txt", "b", "b.zip"] && model.browser.offered == nil)
        #expect(!harness.text.contains("Uncompressing"))
        // Only an archive has that.
        #expect(throws: (any Error).self) { try harness.longPress("a.txt", "Uncompress") }
        try harness.longPress("a.txt", "Compress")
        #expect(harness.text.contains("Compressing “a.txt”"))
        await model.browser.work?.value
        #expect(try contents(of: documents).contains("a.zip"))
      }
    }
  }
#endif
