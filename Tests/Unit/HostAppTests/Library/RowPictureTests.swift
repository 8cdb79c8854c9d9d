import Synchronization

#if canImport(AppleFoundation)
  import AppleFoundation
  import Foundation
  import QuickLookThumbnailing
  import IntrayCore
  import SwiftUI
  import Testing
  import TestSupport
  import UniformTypeIdentifiers

  @testable import HostApp

  /// The small pictures in the list. One after the other: all screens of a process take turns to have them drawn.
  @MainActor
  @Suite(.serialized, .inApp) struct RowPictureTests {
    private func drawing(
      _ names: [String], _ draw: @escaping @Sendable (URL, CGSize, UTType) throws -> Data,
      _ body: (ViewHarness, WindowDriver, String) async throws -> Void
    ) async throws {
      let (model, path) = try openApp()
      StandIn.drawThumbnails(below: path, draw)
      defer { StandIn.drawThumbnails(below: path, nil) }
      for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
      await model.activate()
      try await body(await show(model), model.browser, path + "/AppGroup/Documents/")
    }

    private func pictures(_ harness: ViewHarness) -> [String] {
      harness.all().flatMap { [$0.symbol].compactMap(\.self) }.filter { $0.hasPrefix("picture of") }
    }

    @Test func aDocumentAndAPackageShowTheirThumbnailsAndAFolderItsSymbol() async throws {
      let sizes = Mutex<Set<CGFloat>>([])
      try await drawing(["drawn.pdf", "notes.rtfd/TXT.rtf", "Work/drawn.pdf"]) { url, size, _ in
        sizes.withLock { _ = $0.insert(size.width) }
        return Data("picture of \(url.lastPathComponent)".utf8)
      } _: { harness, _, _ in
        try await harness.wait { pictures($0) == ["picture of drawn.pdf", "picture of notes.rtfd"] }
        // In pixels.
        #expect(sizes.withLock { $0 } == [120])
        #expect(harness.text.contains("‹PDF document›") && harness.text.contains("‹Folder›"))
      }
    }

    @Test func aChangedDocumentIsDrawnAgain() async throws {
      try await drawing(["drawn.txt"]) { url, _, _ in
        try Data("picture of ".utf8) + Data(contentsOf: url)
      } _: { harness, browser, documents in
        try await harness.wait { pictures($0) == ["picture of drawn.txt"] }
        // As Intray changes documents: by another file under the same name.
        try Data("longer than before".utf8).write(
          to: URL(fileURLWithPath: documents + "drawn.txt"), options: .atomic)
        await browser.refresh()
        try await harness.wait { pictures($0) == ["picture of longer than before"] }
      }
    }

    @Test func aDocumentWithoutAThumbnailShowsItsSymbol() async throws {
      let asked = Mutex(0)
      try await drawing(["drawn.txt"]) { _, _, _ in
        asked.withLock { $0 += 1 }
        throw CocoaError(.fileReadCorruptFile)
      } _: { harness, browser, _ in
        #expect(harness.text.contains("drawn.txt"))
        await harness.finishWork()
        #expect(asked.withLock { $0 } == 1)
        #expect(pictures(harness).isEmpty && harness.text.contains("‹Document›"))
        #expect(browser.problem == nil)
      }
    }

    @Test func theAppDrawsFewThumbnailsAtATimeAndOnlyThoseOnScreen() async throws {
      let drawn = Mutex<(now: Int, most: Int, all: Int)>((0, 0, 0))
      let (begun, tell) = AsyncStream.makeStream(of: Void.self)
      let goOn = DispatchSemaphore(value: 0)
      let cancelled = Mutex(0)
      StandIn.cancelThumbnails(below: "") { url in
        guard url.lastPathComponent.hasPrefix("drawn") else { return }
        cancelled.withLock { $0 += 1 }
      }
      defer { StandIn.cancelThumbnails(below: "", nil) }
      try await drawing((0..<40).map { "drawn \($0).txt" }) { _, _, _ in
        drawn.withLock {
          $0.now += 1
          $0.all += 1
          $0.most = max($0.most, $0.now)
        }
        tell.yield()
        // However this ends, no thread is held up for ever.
        _ = goOn.wait(timeout: .now() + 60)
        drawn.withLock { $0.now -= 1 }
        return Data("picture of it".utf8)
      } _: { harness, _, _ in
        #expect(harness.text.contains("drawn 1.txt"))
        var beginnings = begun.makeAsyncIterator()
        for _ in 0..<4 { await beginnings.next() }
        harness.isVisible = false
        await harness.finishWork()
        for _ in 0..<40 { goOn.signal() }
        #expect(drawn.withLock { $0.most } == 4)
        #expect(drawn.withLock { $0.all } == 4, "the others are not on screen")
        #expect(cancelled.withLock { $0 } == 4)
      }
    }
  }
#endif
