/// The reason why the catalogue cannot answer.
///
/// Only ``expired`` concerns documents. Because of the others a caller must not list fewer items or delete any.
public enum CatalogueError: Error, Hashable, Sendable {
  /// SQLite failed.
  case store(StoreFailure)
  /// No complete scan was made since the store was created, so an item that is not in it may exist.
  case notScanned
  /// The Documents folder is missing. It does not count as empty.
  case rootMissing
  /// The store belongs to another Documents folder. A catalogue that is opened now begins a new epoch.
  case rootExchanged
  /// No item, or no folder, has this identifier.
  case unknown(ItemID)
  /// The anchor or page token is not valid any more. The system begins again.
  case expired

  /// Damage that the catalogue itself found in the store; SQLite has no code for it. The sentence names no documents.
  static func damaged(_ sentence: String) -> CatalogueError {
    .store(StoreFailure(kind: .damaged, code: 0, sentence: sentence))
  }

  /// The cause without names of documents, for the log.
  public var cause: String {
    switch self {
    case .store(let failure): "\(failure.kind): \(failure.sentence) (SQLite \(failure.code))"
    case .notScanned: "no scan has ended yet"
    case .rootMissing: "there is no folder of documents"
    case .rootExchanged: "the folder of documents is another one"
    case .unknown: "no item has this identifier"
    case .expired: "the anchor or page is expired"
    }
  }
}

/// A failure of SQLite.
public struct StoreFailure: Hashable, Sendable {
  /// The meaning of the error.
  public enum Kind: Hashable, Sendable {
    /// Another connection held the store for longer than the time limit.
    case busy
    /// The store cannot be opened or written, because of permissions or because the device was not unlocked yet.
    case unreadable
    /// The volume of the store is full.
    case full
    /// The store is damaged, or cannot be what this code has written. It is set aside, and the next call opens a new one.
    case damaged
    /// An I/O error, no memory, or an interruption.
    case failed
  }

  /// The meaning of the error.
  public let kind: Kind
  /// The extended result code.
  public let code: Int32
  /// The message of SQLite, in English, for the log. It names tables, never documents.
  public let sentence: String
}
