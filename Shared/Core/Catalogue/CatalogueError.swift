/// Why the catalogue cannot answer.
///
/// Only ``expired`` says something about documents: a caller must not list less or delete anything because of another one.
public enum CatalogueError: Error, Hashable, Sendable {
  /// SQLite would not.
  case store(StoreFailure)
  /// The store was written by a later version of the app. It is left as it is.
  case newer(version: Int64)
  /// No complete scan was made since the store was made, so what it does not know may exist all the same.
  case notScanned
  /// There is no folder of documents: a volume that is not there is not an empty one.
  case rootMissing
  /// The folder of documents is another one than the store belongs to. A catalogue that is opened now
  /// begins a new epoch.
  case rootExchanged
  /// No item has this identifier, or none that can have others in it.
  case unknown(ItemID)
  /// An anchor or page that cannot be continued exactly: begin again.
  case expired

  /// What we found in the store ourselves; SQLite has no code for it.
  static func damaged(_ sentence: String) -> CatalogueError {
    .store(StoreFailure(kind: .damaged, code: 0, sentence: sentence))
  }

  /// The cause without names of documents, for the log.
  public var cause: String {
    switch self {
    case .store(let failure): "\(failure.kind): \(failure.sentence) (SQLite \(failure.code))"
    case .newer(let version): "the store is of version \(version)"
    case .notScanned: "no scan has ended yet"
    case .rootMissing: "there is no folder of documents"
    case .rootExchanged: "the folder of documents is another one"
    case .unknown: "no item has this identifier"
    case .expired: "the anchor or page is expired"
    }
  }
}

/// What SQLite said.
public struct StoreFailure: Hashable, Sendable {
  /// What it means for us.
  public enum Kind: Hashable, Sendable {
    /// Another connection holds the store, and held it for longer than we wait.
    case busy
    /// The store cannot be opened or written at present: permissions, or the device was not unlocked yet.
    case unreadable
    /// The volume of the store is full.
    case full
    /// The store is damaged. It is set aside, and the next call finds a new one.
    case damaged
    /// An I/O error, no memory, or another failure.
    case failed
  }

  /// What it means for us.
  public let kind: Kind
  /// The extended result code.
  public let code: Int32
  /// SQLite's own sentence, in English, for a log. It names tables, never documents.
  public let sentence: String
}
