import FileProvider
import Foundation
import QuickLookThumbnailing
import Shared
import UniformTypeIdentifiers

/// Small pictures of documents, drawn by the system in a process of its own: no image is decoded in ours.
///
/// One at a time. A failure gives no picture and no error: an error would make the system wait with everything else.
extension FileProviderExtension: NSFileProviderThumbnailing {
  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler: @escaping (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress {
    let whole = Progress(totalUnitCount: Int64(max(itemIdentifiers.count, 1)))
    let requests = requests
    for identifier in itemIdentifiers {
      let id = Identifier(identifier)
      let part = requests.draw { provider, copier in
        let picture = Provider.pathOfCopy(in: try requests.handover())
        return Thumbnail.draw(id.item, of: provider, size, picture, isCancelled: copier.isCancelled)
      } then: { result in
        result.reply { picture, _ in perThumbnailCompletionHandler(identifier, picture ?? nil, nil) }
      }
      // A cancel of the whole is one of every part.
      whole.addChild(part, withPendingUnitCount: 1)
    }
    // The queue has one place, so this one comes last.
    let last = requests.draw { _, copier in
      if copier.isCancelled() { throw DiskError(.cancelled, at: "") }
    } then: { result in
      // A store that cannot be opened is no reason to complain about pictures.
      result.reply { _, _ in completionHandler(whole.isCancelled ? CocoaError(.userCancelled) : nil) }
    }
    if itemIdentifiers.isEmpty { whole.addChild(last, withPendingUnitCount: 1) }
    return whole
  }
}

/// One picture.
enum Thumbnail {
  /// Of each side. Files asks for about as much on its largest screen.
  private static let mostPixels: CGFloat = 512
  /// A megabyte: what so many pixels take when nothing can be compressed.
  private static let mostBytes = 1 << 20
  /// In seconds. By then the user has scrolled on, and the next picture waits for this one.
  private static let longestWait = 10.0

  /// Draws a document if it is a file, and stays the file that it was while it is drawn.
  static func draw(
    _ id: ItemID, of provider: Provider, _ size: CGSize, _ picture: String, isCancelled: () -> Bool
  ) -> Data? {
    // What cannot be found has no picture.
    guard !isCancelled(), size.width >= 1, size.height >= 1,
      let (item, path) = try? provider.itemWithPath(id),
      item.kind == .file
    else { return nil }
    let url = URL(fileURLWithPath: picture)
    // The picture is the system's process's to make, and ours to remove; there may be none.
    defer { try? FileManager.default.removeItem(at: url) }
    guard save(URL(fileURLWithPath: path), to: url, size) else { return nil }
    // The path may name something else by now, and then so does the picture.
    guard let (now, _) = try? provider.itemWithPath(id), now.file == item.file,
      now.contentVersion == item.contentVersion,
      let bytes = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, bytes <= mostBytes
    else { return nil }
    // It was there a moment ago; if it is not, there is no picture.
    return try? Data(contentsOf: url)
  }

  private static func save(_ document: URL, to picture: URL, _ size: CGSize) -> Bool {
    let request = QLThumbnailGenerator.Request(
      fileAt: document,
      size: CGSize(width: min(size.width, mostPixels), height: min(size.height, mostPixels)), scale: 1,
      representationTypes: .thumbnail)
    let outcome = Outcome()
    QLThumbnailGenerator.shared.saveBestRepresentation(for: request, to: picture, as: .png) { error in
      outcome.note(error)
    }
    if outcome.isSaved(within: longestWait) { return true }
    QLThumbnailGenerator.shared.cancel(request)
    return false
  }

  /// The first result of the generator.
  private final class Outcome: @unchecked Sendable {
    // Unchecked because the semaphore orders the writing before the reading.
    private var isSaved = false
    private let said = DispatchSemaphore(value: 0)

    func note(_ error: (any Error)?) {
      isSaved = error == nil
      said.signal()
    }

    func isSaved(within seconds: Double) -> Bool {
      said.wait(timeout: .now() + seconds) == .success && isSaved
    }
  }
}
