/// The contents of a folder: each name with its status.
///
/// A value: it does not follow the folder. ``changes(to:)`` and ``apply(_:)`` are each other's inverse.
public struct Listing: Hashable, Sendable {
  /// Every entry of the folder, also hidden ones.
  public private(set) var entries: [FileName: FileStatus]

  /// A listing of what was found.
  public init(_ entries: [FileName: FileStatus] = [:]) {
    self.entries = entries
  }

  /// What one entry of a folder went through between two listings.
  public enum Change: Hashable, Sendable {
    /// It was not there before.
    case added(FileName, FileStatus)
    /// It is not there any more.
    case removed(FileName)
    /// The same file has another name; its contents may have changed too.
    case renamed(FileName, to: FileName, FileStatus)
    /// Its contents changed, it became another file, or only its times or permissions did.
    case changed(FileName, FileStatus)

    /// Its present name; nil when it was removed.
    public var name: FileName? {
      switch self {
      case .added(let name, _), .changed(let name, _), .renamed(_, to: let name, _): name
      case .removed: nil
      }
    }
  }

  /// The changes from this listing to a later one: removals and renames first, each in the order of names.
  ///
  /// A file is identified by its inode and time of birth. If one of its names disappeared and another appeared, that
  /// is one rename. For a file with several names, any two of them are paired.
  public func changes(to later: Listing) -> [Change] {
    var gone: [Identity: [FileName]] = [:]
    for (name, status) in entries where later.entries[name] == nil {
      gone[Identity(status), default: []].append(name)
    }
    var renamed: [Change] = []
    var came: [Change] = []
    for (name, status) in later.entries {
      if let earlier = entries[name] {
        if earlier != status { came.append(.changed(name, status)) }
      } else if let old = gone[Identity(status)]?.popLast() {
        renamed.append(.renamed(old, to: name, status))
      } else {
        came.append(.added(name, status))
      }
    }
    let removed = gone.values.joined().map { Change.removed($0) }
    return removed.inOrder + renamed.inOrder + came.inOrder
  }

  /// Makes what ``changes(to:)`` told of happen to this listing.
  public mutating func apply(_ changes: [Change]) {
    for change in changes {
      switch change {
      case .added(let name, let status), .changed(let name, let status): entries[name] = status
      case .removed(let name): entries[name] = nil
      case .renamed(let old, to: let name, let status):
        entries[old] = nil
        entries[name] = status
      }
    }
  }

  /// The identity of a file. The inode number alone may be reused, so the time of birth is part of it.
  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
    var created: FileTime?
    var kind: FileKind

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
      created = status.created
      kind = status.kind
    }
  }
}

extension Listing {
  /// Lists a folder. An entry of `before` that is not listed is looked up by its name, because readdir(3) may skip an
  /// entry that is renamed, or whose neighbour is removed, during the listing.
  ///
  /// - Throws: the error when the folder cannot be read. Its contents are then unknown, not empty.
  init(of folder: Folder, before: Listing) throws(DiskError) {
    var names: [FileName] = []
    names.reserveCapacity(before.entries.count)
    try folder.list { name, _ in
      names.append(name)
      return true
    }
    entries = [:]
    entries.reserveCapacity(names.count)
    for name in names { entries[name] = try folder.statusIfThere(name) }
    for name in before.entries.keys where entries[name] == nil {
      entries[name] = try folder.statusIfThere(name)
    }
  }
}

extension [Listing.Change] {
  /// In the order of the bytes of what each is called, or was.
  fileprivate var inOrder: [Listing.Change] {
    func key(_ change: Listing.Change) -> FileName {
      switch change {
      case .removed(let name), .added(let name, _), .changed(let name, _), .renamed(_, to: let name, _): name
      }
    }
    return sorted { key($0).precedes(key($1)) }
  }
}

extension FileName {
  /// Whether its bytes come first.
  func precedes(_ other: FileName) -> Bool { bytes.lexicographicallyPrecedes(other.bytes) }
}
