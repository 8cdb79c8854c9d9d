/// The reason why a question of the system could not be answered.
public enum ProviderError: Error, Sendable {
  /// The item is truly gone.
  case noSuchItem(ItemID)
  /// A folder that is not to be removed with what is in it has something in it.
  case notEmpty(ItemID)
  /// The item changed since the caller saw it, so it is not removed: this is what it is now.
  case deletionRejected(Item)
  /// The document changed since the base version, and the system wants no conflict copy.
  case conflict
  /// The request cannot be done: the root cannot be moved, for instance.
  case unsupported
  /// The catalogue cannot answer now.
  case catalogue(CatalogueError)
  /// The disk refused.
  case disk(DiskError)
  /// The store or the container cannot be opened: before the first unlock, for instance. Nothing can be answered until
  /// that is over. The text is for the log.
  case closed(String)

  /// The cause without names of documents, for the log.
  public var cause: String {
    switch self {
    case .noSuchItem: "no such item"
    case .notEmpty: "the folder is not empty"
    case .deletionRejected: "the item changed, so it is not deleted"
    case .conflict: "the document changed, and the caller wants no conflict copy"
    case .unsupported: "the item cannot be changed like that"
    case .catalogue(let error): error.cause
    case .disk(let error): error.cause
    case .closed(let cause): "closed, because " + cause
    }
  }

  /// The same error of an opening: what does not pass by itself in a moment is that nothing can be opened.
  public var atOpening: ProviderError {
    switch self {
    case .closed, .catalogue(.expired): return self
    case .catalogue(.store(let failure)) where failure.kind != .unreadable && failure.kind != .failed:
      return self
    case .disk(let error) where [.tooManyOpen, .noSpace, .cancelled].contains(error.code): return self
    default: return .closed(cause)
    }
  }

  /// Reads an error of a call of ``Provider``: its own, the catalogue's or the disk's.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as ProviderError: error
      case let error as CatalogueError: error.isOfOpening ? .closed(error.cause) : .catalogue(error)
      case let error as DiskError: .disk(error)
      // Nothing else is thrown.
      default: .disk(DiskError(.failed, at: ""))
      }
  }
}

extension CatalogueError {
  /// Tells whether the store or the folder of documents cannot be opened: then no request can be answered.
  fileprivate var isOfOpening: Bool {
    switch self {
    case .rootMissing, .rootExchanged: true
    case .store(let failure): failure.kind == .unreadable
    case .notScanned, .unknown, .expired: false
    }
  }
}
