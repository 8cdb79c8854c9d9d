import Synchronization

#if canImport(AppleFoundation)
  import AppleFoundation
  import FileProvider
  import Foundation
  import QuickLookThumbnailing
  import Shared
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

    @Test func aDocumentWithoutAThumbnailIsNoError() throws {
      let draw = { @Sendable (_: URL, _: CGSize, _: UTType) throws -> Data in
        throw CocoaError(.fileReadCorruptFile)
      }
      try drawing(draw) { harness in
        let item = try #require(try harness.create("a.txt", contents: "a"))
        let folder = try #require(try harness.create("Trip", type: .folder))
        let gone = try #require(try harness.create("b.txt", contents: "b"))
        try harness.delete(gone)
        #expect(try harness.thumbnails([item, folder, gone]).map(\.picture) == [nil, nil, nil])
        #expect(try harness.thumbnails([]).isEmpty)
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

    @Test func aDocumentThatChangesMeanwhileGetsNoThumbnail() throws {
      let draw = { @Sendable (url: URL, _: CGSize, _: UTType) throws -> Data in
        try Data("something else".utf8).write(to: url)
        return Data("picture".utf8)
      }
      try drawing(draw) { harness in
        let item = try #require(try harness.create("a.txt", contents: "a"))
        #expect(try harness.thumbnails([item]).map(\.picture) == [nil])
      }
    }

    @Test func aCancelEndsTheThumbnailAndIsAnsweredOnce() throws {
      let progress = Mutex<Progress?>(nil)
      let draw = { @Sendable (_: URL, _: CGSize, _: UTType) throws -> Data in
        progress.withLock { $0?.cancel() }
        return Data("picture".utf8)
      }
      try drawing(draw) { harness in
        let items = try (1...3).map { try #require(try harness.create("\($0).txt", contents: "\($0)")) }
        let answers = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        // The first picture waits until the test knows what to cancel.
        progress.withLock { progress in
          progress = harness.provider.fetchThumbnails(
            for: items.map(\.itemIdentifier), requestedSize: CGSize(width: 9, height: 9)
          ) { _, picture, _ in
            answers.withLock { $0.append(picture == nil ? "none" : "one") }
          } completionHandler: { error in
            answers.withLock {
              $0.append((error as? CocoaError)?.code == .userCancelled ? "cancelled" : "done")
            }
            done.signal()
          }
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
        #expect(answers.withLock { $0 } == ["one", "none", "none", "cancelled"])
      }
    }
  }
#endif
