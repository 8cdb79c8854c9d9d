import Foundation
import IntrayCore
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  import AppleFoundation
  import Vision

  /// The user searches for words in documents.
  @MainActor
  @Suite(.inApp) struct ContentSearchTests {
    private static let documents = [
      "text.txt": "the word zebra, and more",
      "page.html": "<script>zebra</script><p>a ze&shy;bra &amp; a <b>lion</b></p>",
      "rich.rtf": #"{\rtf1\ansi{\fonttbl{\f0 Zebra;}}{\info{\title A title}}an \b elephant\b0\par}"#,
      "paper.pdf": "%PDF-1.4\n1 0 obj <<>> stream\nBT (a tiger \\(striped\\)) Tj ET\nendstream\n%%EOF",
      "locked.pdf": "%PDF-1.4\n/Encrypt stream\nBT (a striped tiger) Tj ET\nendstream\n%%EOF",
      "scan.pdf":
        "%PDF-1.3\n/Type /Page /MediaBox [0 0 9 9]\ntext:A walrus\n/Type /Page /MediaBox [0 0 9 9]\ntext:and an otter\n%%EOF",
      "picture.png": "pixels", "zebra.txt": "nothing",
      "saved.webarchive": """
      <?xml version="1.0"?><plist version="1.0"><dict><key>WebMainResource</key><dict>
      <key>WebResourceData</key><data>PHA+YSBwZW5ndWluPC9wPg==</data></dict></dict></plist>
      """,
    ]

    /// The app over these documents, which it has read.
    private func openScreen(_ documents: [String: String] = documents) async throws -> (
      ViewHarness, HostModel, String
    ) {
      let (model, path) = try openApp()
      StandIn.readPictures(below: path) { _ in ["HELLO", "GIRAFFE"] }
      AppFolder.current.atEnd { StandIn.readPictures(below: path, nil) }
      for (name, text) in documents { try put(text, at: path + "/AppGroup/Documents/" + name) }
      await model.activate()
      let harness = await show(model)
      try await until { !model.contents.isReading }
      return (harness, model, path)
    }

    private func search(_ words: String, _ harness: ViewHarness, _ model: HostModel) async throws -> [String]
    {
      try await model.browser.finish { _ in try harness.search(words) }
      try await harness.wait { _ in !model.browser.page.isLookingInside }
      return model.browser.listed
    }

    @Test(
      "Words in texts, pages, PDFs and pictures are found",
      arguments: [
        ("zebra", ["zebra.txt", "text.txt"]), ("lion", ["page.html"]), ("elephant", ["rich.rtf"]),
        ("tiger striped", ["paper.pdf"]), ("giraffe", ["picture.png"]), ("rich elephant", ["rich.rtf"]),
        ("pdfs walrus", ["scan.pdf"]),
        ("rich tiger", []), ("penguin", ["saved.webarchive"]),
        ("walrus otter", ["scan.pdf"]),
        ("script", []), ("title", []),
        ("fonttbl", []),
      ])
    func words(text: String, found: [String]) async throws {
      let (harness, model, _) = try await openScreen()
      #expect(try await search(text, harness, model) == found)
    }

    @Test func aRowShowsWhereTheWordsStandUntilTheSearchEnds() async throws {
      let (harness, model, _) = try await openScreen()
      _ = try await search("zebr", harness, model)
      try await harness.wait(for: "the word zebra, and more")
      #expect(!harness.text.contains("nothing"))
      _ = try await search("", harness, model)
      try await harness.wait { !$0.text.contains("the word zebra") }
    }

    @Test func namesAreShownWhileContentsAreStillRead() async throws {
      let (model, path) = try openApp()
      let (told, tell) = AsyncStream.makeStream(of: Void.self)
      StandIn.readPictures(below: path) { _ in
        for await _ in told {}
        return ["zebra"]
      }
      AppFolder.current.atEnd { StandIn.readPictures(below: path, nil) }
      for name in ["zebra.txt", "slow.png"] { try put("x", at: path + "/AppGroup/Documents/" + name) }
      await model.activate()
      let harness = await show(model)
      #expect(try await search("zebra", harness, model) == ["zebra.txt"] && model.contents.isReading)
      // The list on screen gets what is found later.
      tell.finish()
      try await harness.wait { _ in model.browser.listed == ["zebra.txt", "slow.png"] }
    }

    @Test func aChangedDocumentIsFoundByItsNewWordsOnly() async throws {
      let (harness, model, path) = try await openScreen()
      try Data("an owl".utf8).write(
        to: URL(filePath: path + "/AppGroup/Documents/text.txt"), options: .atomic)
      let before = model.contents.revision
      await model.changed()
      try await harness.wait { _ in model.contents.revision > before }
      #expect(try await search("zebra", harness, model) == ["zebra.txt"])
      #expect(try await search("owl", harness, model) == ["text.txt"])
    }

    @Test func whatCannotBeListedNowIsNotForgotten() async throws {
      let isUnreadable = Mutex(false)
      var disk = Disk.system.withoutSyncs
      let base = disk
      disk.list = { folder, each throws(DiskError) in
        if isUnreadable.withLock({ $0 }) { throw DiskError(.denied, at: "") }
        try base.list(folder, each)
      }
      for isLater in [false, true] {
        isUnreadable.withLock { $0 = isLater }
        let (model, path) = try openApp(disk: disk)
        if !isLater { try put("zebra", at: path + "/AppGroup/Documents/text.txt") }
        await model.activate()
        try await until { !model.contents.isReading }
        #expect(await model.contents.find("zebra").first?.count == 1)
        await model.contents.stop()
      }
    }

    @Test func aWarmDeviceReadsPicturesLater() async throws {
      try await StandIn.Temperature.$state.withValue(.serious) {
        let (harness, model, _) = try await openScreen()
        #expect(try await search("giraffe", harness, model) == [])
        #expect(try await search("walrus", harness, model) == [])
        #expect(try await search("lion", harness, model) == ["page.html"])
      }
    }

    @Test func aPictureThatIsReadWhileTheUserLeavesIsReadWhenTheAppIsBack() async throws {
      let (model, path) = try openApp()
      let asked = Mutex(0)
      let (told, tell) = AsyncStream.makeStream(of: Void.self)
      StandIn.readPictures(below: path) { _ in
        if asked.withLock({
          $0 += 1; return $0
        }) == 1 {
          for await _ in told {}
        }
        return ["zebra"]
      }
      AppFolder.current.atEnd { StandIn.readPictures(below: path, nil) }
      try put("x", at: path + "/AppGroup/Documents/slow.png")
      await model.activate()
      while asked.withLock({ $0 }) == 0 { await Task.yield() }
      await model.contents.stop()
      // Now nothing in the file says that the picture ended the process.
      let later = ContentIndex(Sandbox(path: path + "/App"))
      #expect(await later.known?.isEmpty == true)
      tell.finish()
      try await until { !model.contents.isReading }
      #expect(await model.contents.find("zebra") == [])
      await model.contents.begin()
      try await until { !model.contents.isReading }
      #expect(await model.contents.find("zebra").first?.count == 1)
    }

    @Test func anIdleAppReadsNothing() async throws {
      let calls = Mutex(0)
      var disk = Disk.system.withoutSyncs
      let base = disk
      disk.openFile = { folder, name throws(DiskError) in
        calls.withLock { $0 += 1 }
        return try base.openFile(folder, name)
      }
      let (model, path) = try openApp(disk: disk)
      try put("zebra", at: path + "/AppGroup/Documents/text.txt")
      await model.activate()
      try await until { !model.contents.isReading }
      let before = calls.withLock { $0 }
      model.contents.read()
      try await until { !model.contents.isReading }
      #expect(calls.withLock { $0 } == before && before > 0)
    }

    @Test func whereItIsTurnedOffThereIsNoIndex() async throws {
      for searches in [true, false] {
        let (model, path) = try openApp(searchesContents: searches)
        try put("zebra", at: path + "/AppGroup/Documents/text.txt")
        await model.activate()
        try await until { !model.contents.isReading }
        #expect(try contents(of: path + "/App/Library/Caches").isEmpty == !searches)
        #expect(await model.contents.find("zebra").isEmpty == !searches)
        await model.contents.stop()
      }
    }

    @Test func theIndexIsDeletedInSettings() async throws {
      let (harness, model, path) = try await openScreen()
      model.browser.window.sheet = .settings
      let file = path + "/App/Library/Caches/SearchIndex.sqlite"
      #expect(FileManager.default.fileExists(atPath: file))
      await model.contents.stop()
      try harness.press("Delete Search Index")
      while FileManager.default.fileExists(atPath: file) { await Task.yield() }
    }
  }
#endif
