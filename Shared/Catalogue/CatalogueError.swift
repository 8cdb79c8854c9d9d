/// Why the catalogue could not answer.
public enum CatalogueError: Error, Hashable, Sendable {
  /// SQLite would not: its result code and its own words.
  case store(code: Int32, message: String)
  /// The store was written by a later Intray.
  case newer(version: Int64)
  /// Documents is missing, or it is another folder than when the pass began. Nothing was changed.
  case rootExchanged
  /// The anchor or page says nothing about the present any more.
  case expired
  /// The disk would not.
  case disk(DiskError)

  var isExpired: Bool { self == .expired }
}
