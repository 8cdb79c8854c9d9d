import FileProvider
import Foundation
import IntrayCore
import QuickLookThumbnailing
import Synchronization
import UniformTypeIdentifiers

/// Small pictures of documents, drawn by the system in a process of its own: no image is decoded in ours.
///
/// No picture and no error says that a document has none, and Files keeps that until the document's version changes. So
/// everything that passes is an error, and the system asks again.
extension FileProviderExtension: NSFileProviderThumbnailing {
  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler: @escaping (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress {
    let whole = Progress(totalUnitCount: Int64(max(itemIdentifiers.count, 1)))
    let requests = requests
    // When the last picture is answered, all are. A cancel of the whole is one of every part, and answers each at once.
    let unanswered = Mutex(itemIdentifiers.count)
    let end = { completionHandler(whole.isCancelled ? CocoaError(.userCancelled) : nil) }
    for identifier in itemIdentifiers {
      let part = requests.perform(isPicture: true) { provider, copier in
        let picture = Provider.pathOfCopy(in: try requests.handover())
        return try Thumbnail.draw(
          identifier.item, of: provider, size, picture, isCancelled: copier.isCancelled)
      } then: { result in
        result.reply { perThumbnailCompletionHandler(identifier, $0 ?? nil, $1) }
        let isLast = unanswered.withLock { count in
          count -= 1
          return count == 0
        }
        if isLast { end() }
      }
      whole.addChild(part, withPendingUnitCount: 1)
    }
    if itemIdentifiers.isEmpty {
      whole.completedUnitCount = 1
      end()
    }
    return whole
  }
}

/// One picture.
enum Thumbnail {
  /// Of each side. Files asks for about as much on its largest screen.
  private static let mostPixels: CGFloat = 512
  /// A megabyte: what so many pixels take when nothing can be compressed.
  private static let mostBytes = 1 << 20
  /// How many bytes must be free before one is drawn: its bytes are in memory a few times on their way to the system.
  private static let headroom = 4 << 20
  /// In seconds. By then the user has scrolled on, and the next picture waits for this one.
  private static let longestWait = 10.0
  /// In seconds: how long the drawing goes on after a cancel. The cancel is answered before.
  private static let pause = 0.05

  /// Draws a document if it is a file, and stays the file that it was while it is drawn.
  ///
  /// - Parameter free: how many bytes of memory the process may still use; nil if unknown.
  /// - Returns: nil when it has no picture.
  /// - Throws: when there is none this time: it changed, the system did not draw it in time or was told not to, or the
  ///   process has too little memory left.
  static func draw(
    _ id: ItemID, of provider: Provider, _ size: CGSize, _ picture: String, isCancelled: () -> Bool,
    free: Int? = ProcessMemory.available
  ) throws -> Data? {
    if isCancelled() { throw DiskError(.cancelled, at: picture) }
    if let free, free < headroom { throw DiskError(.failed, at: "memory") }
    let (item, path) = try provider.itemWithPath(id)
    guard item.kind == .file, size.width >= 1, size.height >= 1 else { return nil }
    let url = URL(fileURLWithPath: picture)
    // The picture is the system's process's to make, and ours to remove; there may be none.
    defer { try? FileManager.default.removeItem(at: url) }
    guard try save(URL(fileURLWithPath: path), to: url, size, isCancelled) else { return nil }
    // The path may name something else by now, and then so does the picture.
    let (now, _) = try provider.itemWithPath(id)
    guard now.file == item.file, now.contentVersion == item.contentVersion else {
      throw DiskError(.changed, at: path)
    }
    let bytes = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    return bytes <= mostBytes ? try Data(contentsOf: url) : nil
  }

  /// - Returns: whether the document has a picture.
  private static func save(
    _ document: URL, to picture: URL, _ size: CGSize, _ isCancelled: () -> Bool
  ) throws -> Bool {
    let request = QLThumbnailGenerator.Request(
      fileAt: document,
      size: CGSize(width: min(size.width, mostPixels), height: min(size.height, mostPixels)), scale: 1,
      representationTypes: .thumbnail)
    let failure = Mutex<(any Error)?>(nil)
    let end = DispatchTime.now() + longestWait
    let isDone = DispatchSemaphore(value: 0)
    QLThumbnailGenerator.shared.saveBestRepresentation(for: request, to: picture, as: .png) { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    while isDone.wait(timeout: .now() + pause) == .timedOut {
      guard isCancelled() || .now() > end else { continue }
      QLThumbnailGenerator.shared.cancel(request)
      throw DiskError(isCancelled() ? .cancelled : .failed, at: document.path)
    }
    switch failure.withLock(\.self) {
    case nil: return true
    case QLThumbnailError.generationFailed?: return false
    case let error?:
      // Its own text may have the path of the document.
      let error = error as NSError
      Log.provider.error(
        "A document cannot be drawn now:", "\(error.domain) \(error.code)", at: document.path)
      throw DiskError(.failed, at: document.path)
    }
  }
}
