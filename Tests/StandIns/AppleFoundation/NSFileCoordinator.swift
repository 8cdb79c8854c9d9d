import Foundation
import Synchronization

public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Keeps readers and writers of a file apart. Nothing here writes through a coordinator, so no reader waits.
open class NSFileCoordinator: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// No writer is asked to save first.
    public static var withoutChanges: ReadingOptions { ReadingOptions(rawValue: 1 << 0) }
    /// The reader gets a snapshot: of a folder, a ZIP archive. It is gone when the reader returns.
    public static var forUploading: ReadingOptions { ReadingOptions(rawValue: 1 << 3) }
  }

  private let isCancelled = Mutex(false)

  public override init() {}

  /// Runs the body when the item can be read. On an error it is not run.
  open func coordinate(
    readingItemAt url: URL, options: NSFileCoordinator.ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    if isCancelled.withLock({ $0 }) {
      outError?.pointee = CocoaError(.userCancelled) as NSError
    } else if options.contains(.forUploading) {
      do {
        let snapshot = try ZippedSnapshot(of: url)
        defer { snapshot.remove() }
        // The reader does not run if another thread cancels before it would.
        if isCancelled.withLock({ $0 }) { throw CocoaError(.userCancelled) }
        reader(snapshot.url)
      } catch {
        outError?.pointee = error as NSError
      }
    } else {
      do { try CoordinatedCopies.read(url, reader) } catch { outError?.pointee = error as NSError }
    }
  }

  open func cancel() { isCancelled.withLock { $0 = true } }
}
