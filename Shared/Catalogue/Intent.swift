/// What a call was about to publish, noted before it did.
///
/// By it the same call, played again after a crash, finds what it did; and of two calls for one item the
/// later one wins. It stays until the item's next change.
public struct Intent: Hashable, Sendable {
  /// Later ones have larger numbers.
  public let number: Int64
  /// The item's identifier, or the template that an item is made from.
  public let key: String
  /// The folder that it was to be published in, if that was said.
  public let parent: ItemID?
  /// The name that it was to bear, if that was said.
  public let name: FileName?
  /// The staged file: the same file after it was published.
  public let file: FileID
  /// Its size in bytes.
  public let size: Int64
  /// Its modification time.
  public let modified: FileTime
  /// The content version that the item had when it was found to be this file, not written to since it was staged;
  /// nil as long as it was not. An item that is this file and has this version has the contents that the call
  /// brought, and nobody else's.
  public var version: Int64?
}
