import Synchronization

#if canImport(AppleFoundation)
  import AppleFoundation
  import FileProvider
  import Foundation
  import QuickLookThumbnailing
  import IntrayCore
  import Testing
  import TestSupport
  import UniformTypeIdentifiers

  @testable import FileProviderExtension

  @Suite(.inExtension) struct ThumbnailTests {
    let harness = ExtensionHarness.current

    private func drawing(
      _ draw: @escaping @Sendable (URL, CGSize, UTType) throws -> Data,
      _ body: (ExtensionHarness) throws -> Void
    ) throws {
      StandIn.drawThumbnails(below: harness.test.path(of: "AppGroup"), draw)
      defer { StandIn.drawThumbnails(below: harness.test.path(of: "AppGroup"), nil) }
      try body(harness)
      // No picture stays behind.
      #expect(try harness.test.tree("App/Handover") == [:])
    }

    @Test func thumbnailsAreMadeOneAtATime() throws {
      let drawn = Mutex<(now: Int, most: Int)>((0, 0))
      let draw = { @Sendable (url: URL, _: CGSize, _: UTType) throws -> Data in
        drawn.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        defer { drawn.withLock { $0.now -= 1 } }
        return try Data("picture of ".utf8) + Data(contentsOf: url)
      }
      try drawing(draw) { harness in
        let items = try (1...5).map { try #require(try harness.create("\($0).txt", contents: "\($0)")) }
        let pictures = try harness.thumbnails(items)
        #expect(pictures.map(\.id) == items.map(\.itemIdentifier))
        #expect(pictures.map(\.picture) == (1...5).map { Data("picture of \($0)".utf8) })
        #expect(drawn.withLock { $0.most } == 1)
      }
    }

    @Test func onlyADocumentWithoutAThumbnailIsNoError() throws {
      let failure = Mutex<any Error>(QLThumbnailError(.generationFailed))
      let draw = { @Sendable (_: URL, _: CGSize, _: UTType) throws -> Data in throw failure.withLock(\.self) }
      try drawing(draw) { harness in
        let item = try #require(try harness.create("a.txt", contents: "a"))
        let folder = try #require(try harness.create("Trip", type: .folder))
        let gone = try #require(try harness.create("b.txt", contents: "b"))
        try harness.delete(gone)
        let answers = try harness.thumbnails([item, folder, gone])
        #expect(answers.map(\.picture) == [nil, nil, nil])
        #expect(answers.map { $0.error == nil } == [true, true, false])
        #expect((answers[2].error as NSError?)?.code == NSFileProviderError.Code.noSuchItem.rawValue)
        #expect(try harness.thumbnails([]).isEmpty)
        failure.withLock { $0 = QLThumbnailError(.savingToURLFailed) }
        #expect(try harness.thumbnails([item]).first?.error is CocoaError)
        // While the container cannot be opened, nothing is known of any document.
        try harness.rename("Documents", to: "../App/Away")
        #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.names() }
        #expect(
          (try harness.thumbnails([item]).first?.error as? NSFileProviderError)?.code == .serverUnreachable)
        try harness.rename("../App/Away", to: "Documents")
      }
    }

    @Test func nothingIsDrawnWhenMemoryIsShort() throws {
      let draw = { @Sendable (_: URL, _: CGSize, _: UTType) throws -> Data in Data("picture".utf8) }
      try drawing(draw) { harness in
        let item = try #require(try harness.create("a.txt", contents: "a"))
        try harness.test.put(.folder(), at: "App/Other")
        let provider = try Provider(
          container: harness.test.container, home: harness.test.path(of: "App/Other"))
        let picture = harness.test.path(of: "App/Handover/picture")
        let id = item.itemIdentifier.item
        let draw = { (free: Int?) in
          try Thumbnail.draw(
            id, of: provider, CGSize(width: 9, height: 9), picture, isCancelled: { false }, free: free)
        }
        #expect(try draw(nil) == Data("picture".utf8) && draw(100 << 20) == Data("picture".utf8))
        #expect(throws: DiskError.self) { try draw(1 << 20) }
      }
    }

    @Test func aThumbnailIsNeverLargerThanAMegabyteOrFiveHundredPixels() throws {
      let asked = Mutex<[CGSize]>([])
      let draw = { @Sendable (_: URL, size: CGSize, _: UTType) throws -> Data in
        asked.withLock { $0.append(size) }
        return Data(count: 1 << 20 + 1)
      }
      try drawing(draw) { harness in
        let item = try #require(try harness.create("a.txt", contents: "a"))
        #expect(
          try harness.thumbnails([item], size: CGSize(width: 9_000, height: 90)).map(\.picture) == [nil])
        #expect(try harness.thumbnails([item], size: .zero).map(\.picture) == [nil])
        #expect(asked.withLock { $0 } == [CGSize(width: 512, height: 90)])
      }
    }

    @Test func aDocumentThatChangesMeanwhileGetsAThumbnailLater() throws {
      let draw = { @Sendable (url: URL, _: CGSize, _: UTType) throws -> Data in
        try Data("something else".utf8).write(to: url)
        return Data("picture".utf8)
      }
      try drawing(draw) { harness in
        let item = try #require(try harness.create("a.txt", contents: "a"))
        let answer = try #require(try harness.thumbnails([item]).first)
        #expect(answer.picture == nil && (answer.error as? CocoaError)?.code == .fileWriteUnknown)
      }
    }

    @Test func aCancelIsAnsweredAtOnceAndEndsTheDrawing() throws {
      // The generator never draws: only a cancel ends it.
      let (begun, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let answered = DispatchSemaphore(value: 0)
      let draw = { @Sendable (_: URL, _: CGSize, _: UTType) throws -> Data in
        begun.signal()
        cancelled.wait()
        throw QLThumbnailError(.requestCancelled)
      }
      try drawing(draw) { harness in
        let folder = harness.test.path(of: "AppGroup")
        StandIn.cancelThumbnails(below: folder) { _ in cancelled.signal() }
        defer { StandIn.cancelThumbnails(below: folder, nil) }
        let items = try (1...3).map { try #require(try harness.create("\($0).txt", contents: "\($0)")) }
        let answers = Mutex<[String]>([])
        let progress = harness.provider.fetchThumbnails(
          for: items.map(\.itemIdentifier), requestedSize: CGSize(width: 9, height: 9)
        ) { _, picture, error in
          let isCancelled = picture == nil && (error as? CocoaError)?.code == .userCancelled
          answers.withLock { $0.append(isCancelled ? "none" : "one") }
        } completionHandler: { error in
          answers.withLock { $0.append((error as? CocoaError)?.code == .userCancelled ? "end" : "done") }
          answered.signal()
        }
        begun.wait()
        progress.cancel()
        #expect(answered.wait(timeout: .now() + 60) == .success)
        #expect(answers.withLock { $0 } == ["none", "none", "none", "end"])
        // The generator was told.
        harness.requests.waitUntilIdle()
        #expect(answers.withLock { $0.count } == 4)
      }
    }
  }
#endif
