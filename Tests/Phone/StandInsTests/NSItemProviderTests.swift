import Foundation
import Synchronization
import Testing
import UniformTypeIdentifiers

@testable import AppleFoundation

// Where nothing else is said: https://developer.apple.com/documentation/foundation/nsitemprovider
struct NSItemProviderTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String, _ text: String = "Hello") throws -> URL {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  // https://developer.apple.com/documentation/foundation/nsitemprovider/loadfilerepresentation(fortypeidentifier:completionhandler:)
  @Test func aTemporaryFileIsRemovedWhenTheHandlerReturns() async throws {
    let original = try file("Photo.jpeg")
    let provider = NSItemProvider(contentsOf: original)
    let seen = await withCheckedContinuation { continuation in
      provider?.loadFileRepresentation(forTypeIdentifier: UTType.image.identifier) { url, error in
        let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        continuation.resume(returning: (url, text, error?.localizedDescription))
      }
    }
    let copy = try #require(seen.0)
    #expect(seen.1 == "Hello")
    #expect(seen.2 == nil)
    #expect(copy != original)
    #expect(copy.lastPathComponent == "Photo.jpeg")
    #expect(copy.path.hasPrefix(FileManager.default.temporaryDirectory.path))
    await allHandlersReturned()
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(FileManager.default.fileExists(atPath: original.path))
  }

  // https://developer.apple.com/documentation/foundation/nsitemprovider/loadinplacefilerepresentation(fortypeidentifier:completionhandler:)
  @Test func aFileIsOpenedInPlaceOnlyIfItsOwnerAllowsIt() async throws {
    let original = try file("a.txt")
    let provider = NSItemProvider()
    provider.registerFileRepresentation(
      forTypeIdentifier: UTType.plainText.identifier, fileOptions: .openInPlace, visibility: .all
    ) {
      $0(original, true, nil)
      return nil
    }
    provider.registerFileRepresentation(forTypeIdentifier: UTType.pdf.identifier, visibility: .all) {
      $0(original, false, nil)
      return nil
    }
    #expect(provider.registeredTypeIdentifiers(fileOptions: .openInPlace) == ["public.plain-text"])
    let text = await inPlace(provider, .plainText)
    #expect(text.0 == original)
    #expect(text.1)
    let pdf = await inPlace(provider, .pdf)
    #expect(pdf.0 != original)
    #expect(!pdf.1)
  }

  private func inPlace(_ provider: NSItemProvider, _ type: UTType) async -> (URL?, Bool) {
    await withCheckedContinuation { continuation in
      provider.loadInPlaceFileRepresentation(forTypeIdentifier: type.identifier) {
        url, isInPlace, _ in
        continuation.resume(returning: (url, isInPlace))
      }
    }
  }

  // https://developer.apple.com/documentation/foundation/nsitemprovider/errorcode
  @Test func aMissingRepresentationIsAnError() async {
    let code = await withCheckedContinuation { continuation in
      NSItemProvider().loadFileRepresentation(forTypeIdentifier: "public.image") { url, error in
        let error = error as NSError?
        continuation.resume(
          returning: url == nil && error?.domain == "NSItemProviderErrorDomain" ? error?.code : 0)
      }
    }
    #expect(code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
  }

  // https://developer.apple.com/documentation/foundation/nsitemprovider/errorcode
  @Test(arguments: [true, false]) func anObjectIsMadeOfDataAndNotOfAnItem(isItem: Bool) async {
    let provider = NSItemProvider()
    if isItem {
      provider.registerItem(forTypeIdentifier: "public.plain-text") { answer, _, _ in
        answer?("Hello" as NSString, nil)
      }
    } else {
      provider.registerDataRepresentation(forTypeIdentifier: "public.plain-text", visibility: .all) {
        answer in
        answer(Data("Hello".utf8), nil)
        return nil
      }
    }
    let found = await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: NSString.self) { object, error in
        continuation.resume(
          returning: ((object as? NSString).map { $0 as String }, (error as NSError?)?.code))
      }
    }
    #expect(found.0 == (isItem ? nil : "Hello"))
    #expect(found.1 == (isItem ? NSItemProvider.ErrorCode.unavailableCoercionError.rawValue : nil))
  }

  // https://developer.apple.com/documentation/foundation/nsitemprovider: the system calls the handlers
  // on an internal queue.
  @Test func aHandlerRunsOnAnotherThread() async {
    let isSame = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let caller = pthread_self()
        let isAnswered = DispatchSemaphore(value: 0)
        let provider = NSItemProvider(
          item: "Hello" as NSString, typeIdentifier: "public.plain-text")
        provider.loadItem(forTypeIdentifier: "public.plain-text") { _, _ in
          continuation.resume(returning: pthread_equal(pthread_self(), caller) != 0)
          isAnswered.signal()
        }
        isAnswered.wait()
      }
    }
    #expect(!isSame)
  }

  // https://developer.apple.com/documentation/foundation/progress/cancel()
  @Test func aCancelledLoadEndsOnceWithItsError() async {
    let provider = NSItemProvider()
    let late = Late()
    provider.registerDataRepresentation(forTypeIdentifier: UTType.png.identifier, visibility: .all) {
      late.keep($0)
    }
    let answers = Answers()
    let code = await withCheckedContinuation { continuation in
      let progress = provider.loadFileRepresentation(forTypeIdentifier: UTType.png.identifier) {
        url, error in
        if answers.add() == 1 { continuation.resume(returning: (error as? CocoaError)?.code) }
      }
      late.wait()
      progress.cancel()
    }
    #expect(code == .userCancelled)
    late.answer()
    await allHandlersReturned()
    #expect(late.progress.isCancelled)
    #expect(answers.count == 1)
  }

  // An owner that answers twice is heard once.
  @Test func onlyTheFirstReplyOfAnOwnerCounts() async {
    let provider = NSItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: UTType.png.identifier, visibility: .all) {
      $0(Data("1".utf8), nil)
      $0(nil, CocoaError(.fileNoSuchFile))
      return nil
    }
    let answers = Answers()
    await withCheckedContinuation { continuation in
      provider.loadFileRepresentation(forTypeIdentifier: UTType.png.identifier) { _, _ in
        if answers.add() == 1 { continuation.resume() }
      }
    }
    await allHandlersReturned()
    #expect(answers.count == 1)
  }
}

/// Waits until every handler that was under way has returned.
private func allHandlersReturned() async {
  await withCheckedContinuation { continuation in
    Load.queue.async(flags: .barrier) { continuation.resume() }
  }
}

/// An owner that answers when it is told to.
private final class Late: Sendable {
  let progress = Progress(totalUnitCount: 10)
  private let isAsked = DispatchSemaphore(value: 0)
  private let handler = Mutex<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)

  func keep(_ handler: @escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress {
    self.handler.withLock { $0 = handler }
    isAsked.signal()
    return progress
  }

  func wait() { isAsked.wait() }

  func answer() { handler.withLock { $0 }?(Data("x".utf8), nil) }
}

private final class Answers: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }
}
