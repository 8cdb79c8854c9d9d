import Synchronization

/// Where Objective-C puts an error.
///
/// <https://developer.apple.com/documentation/foundation/nserrorpointer>
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Keeps those who read and those who write a file apart, here within one process: a writer waits for
/// everybody at the item, above it and below it, and everybody waits for a writer.
///
/// <https://developer.apple.com/documentation/foundation/nsfilecoordinator>
open class NSFileCoordinator: NSObject {
  /// How to read.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/readingoptions>
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Nobody is asked to save first.
    public static var withoutChanges: ReadingOptions { ReadingOptions(rawValue: 1 << 0) }
    /// A symbolic link stands for what it leads to.
    public static var resolvesSymbolicLink: ReadingOptions { ReadingOptions(rawValue: 1 << 1) }
    /// Nothing is downloaded.
    public static var immediatelyAvailableMetadataOnly: ReadingOptions { ReadingOptions(rawValue: 1 << 2) }
  }

  /// How to write.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/writingoptions>
  public struct WritingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The item is deleted.
    public static var forDeleting: WritingOptions { WritingOptions(rawValue: 1 << 0) }
    /// The item is moved.
    public static var forMoving: WritingOptions { WritingOptions(rawValue: 1 << 1) }
    /// The item is changed, and others may save before.
    public static var forMerging: WritingOptions { WritingOptions(rawValue: 1 << 2) }
    /// The item is replaced by another.
    public static var forReplacing: WritingOptions { WritingOptions(rawValue: 1 << 3) }
  }

  /// Coordinators with the same purpose do not wait for each other.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/purposeidentifier>
  open var purposeIdentifier = UUID().uuidString

  private var isCancelled = false

  /// A coordinator with a purpose of its own.
  public override init() {}

  /// Runs the body when the item can be read. On an error it is not run.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/coordinate(readingitemat:options:error:byaccessor:)>
  open func coordinate(
    readingItemAt url: URL, options: NSFileCoordinator.ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    let url = options.contains(.resolvesSymbolicLink) ? url.resolvingSymlinksInPath() : url
    perform([Claim(url, isWriting: false, purposeIdentifier)], outError) { reader(url) }
  }

  /// Runs the body when the item can be written. On an error it is not run.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/coordinate(writingitemat:options:error:byaccessor:)>
  open func coordinate(
    writingItemAt url: URL, options: NSFileCoordinator.WritingOptions = [], error outError: NSErrorPointer,
    byAccessor writer: (URL) -> Void
  ) {
    perform([Claim(url, isWriting: true, purposeIdentifier)], outError) { writer(url) }
  }

  /// Runs the body when one item can be read and another be written. On an error it is not run.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/coordinate(readingitemat:options:writingitemat:options:error:byaccessor:)>
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: NSFileCoordinator.ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: NSFileCoordinator.WritingOptions = [],
    error outError: NSErrorPointer, byAccessor readerWriter: (URL, URL) -> Void
  ) {
    let claims = [
      Claim(readingURL, isWriting: false, purposeIdentifier),
      Claim(writingURL, isWriting: true, purposeIdentifier),
    ]
    perform(claims, outError) { readerWriter(readingURL, writingURL) }
  }

  /// Runs the body when both items can be written. On an error it is not run.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/coordinate(writingitemat:options:writingitemat:options:error:byaccessor:)>
  open func coordinate(
    writingItemAt url1: URL, options options1: NSFileCoordinator.WritingOptions = [],
    writingItemAt url2: URL, options options2: NSFileCoordinator.WritingOptions = [],
    error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
  ) {
    let claims = [
      Claim(url1, isWriting: true, purposeIdentifier), Claim(url2, isWriting: true, purposeIdentifier),
    ]
    perform(claims, outError) { writer(url1, url2) }
  }

  /// Makes everything that waits, and everything that comes, end with an error.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsfilecoordinator/cancel()>
  open func cancel() {
    Claim.changed.withLock {
      isCancelled = true
      Claim.changed.broadcast()
    }
  }

  private func perform(_ claims: [Claim], _ outError: NSErrorPointer, _ body: () -> Void) {
    let isAllowed = Claim.changed.withLock {
      while !isCancelled, claims.contains(where: \.isBlocked) { Claim.changed.wait() }
      if !isCancelled { Claim.all += claims }
      return !isCancelled
    }
    guard isAllowed else {
      outError?.pointee = CocoaError(.userCancelled) as NSError
      return
    }
    body()
    Claim.changed.withLock {
      Claim.all.removeAll { claim in claims.contains { $0 === claim } }
      Claim.changed.broadcast()
    }
  }
}

/// Somebody at an item.
private final class Claim: Sendable {
  static let changed = NSCondition()
  // Guarded by the condition.
  nonisolated(unsafe) static var all: [Claim] = []

  private let path: [String]
  private let isWriting: Bool
  private let purpose: String

  init(_ url: URL, isWriting: Bool, _ purpose: String) {
    path = url.standardizedFileURL.pathComponents
    self.isWriting = isWriting
    self.purpose = purpose
  }

  var isBlocked: Bool {
    Self.all.contains { other in
      (isWriting || other.isWriting) && purpose != other.purpose
        && zip(path, other.path).allSatisfy { $0 == $1 }
    }
  }
}
