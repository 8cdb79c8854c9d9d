import Foundation

/// A query of the user: the folder, the order, the search text and the limit.
public struct DocumentQuery: Hashable, Sendable {
  /// By what documents are ordered. Folders always come first, and equals by name.
  public enum Order: String, CaseIterable, Hashable, Sendable {
    /// By name, as the user's language sorts; `page 2` comes before `page 10`.
    case name
    /// Newest first.
    case date
    /// Largest first.
    case size
    /// By extension.
    case kind
  }

  /// The folder, in Documents or in the trash; the empty path is Documents itself.
  public var folder: DocumentPath
  /// The order.
  public var order: Order
  /// The text that the name must contain, ignoring case and accents. An empty text matches all. A search includes
  /// subfolders.
  public var text: String
  /// The most that is wanted, counted from the first.
  public var limit: Int

  /// A query of its parts.
  public init(folder: DocumentPath = DocumentPath(), order: Order = .name, text: String = "", limit: Int) {
    self.folder = folder
    self.order = order
    self.text = text
    self.limit = limit
  }
}

/// The beginning of what a query asks for.
public struct DocumentList: Hashable, Sendable {
  /// The first of them, in order.
  public var entries: [DocumentEntry] = []
  /// How many there are in all.
  public var total = 0

  /// Nothing.
  public init() {}
}

extension Documents {
  /// Finds the first documents and folders of an order.
  ///
  /// At most twice as many as are wanted are in memory. Documents that appear or disappear meanwhile may be included
  /// or not.
  /// - Throws: the error of the disk; ``DiskError/Code/cancelled`` when the caller has cancelled.
  public func find(
    _ query: DocumentQuery, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> DocumentList {
    var found = Selection(query.limit, by: query.order.isBefore)
    func add(_ name: FileName, in folder: Folder, as path: DocumentPath) throws(DiskError) {
      guard query.wants(name), let entry = try entry(name, in: folder, as: path) else { return }
      found.add(entry)
    }
    if query.text.isEmpty {
      let top = try container.folder(at: query.folder)
      for (name, _) in try top.entries() {
        try check(isCancelled)
        try add(name, in: top, as: query.folder.appending(name))
      }
    } else {
      try walk(from: query.folder, isCancelled, add)
    }
    var list = DocumentList()
    (list.entries, list.total) = (found.first, found.total)
    return list
  }

  /// Finds the files that changed last: that arrived, were written or were renamed.
  ///
  /// At most twice as many as are wanted are in memory.
  /// - Returns: the latest first.
  /// - Throws: the error of the disk; ``DiskError/Code/cancelled`` when the caller has cancelled.
  public func latest(
    _ count: Int, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> [DocumentEntry] {
    var found = Selection<DocumentEntry>(count) { $0.status.changed > $1.status.changed }
    try walk(from: DocumentPath(), isCancelled) { name, folder, path throws(DiskError) in
      guard let entry = try entry(name, in: folder, as: path), entry.status.kind == .file else { return }
      found.add(entry)
    }
    return found.first
  }

  /// The folders in a folder, by name as the user's language sorts.
  ///
  /// - Throws: the error of the disk. An unreadable folder is an error and does not count as empty.
  public func folders(in path: DocumentPath) throws(DiskError) -> [DocumentPath] {
    let folder = try container.folder(at: path)
    return try folder.entries().filter { $0.kind == .folder }.map { path.appending($0.name) }
      .sorted { $0.isNamedBefore($1) }
  }

  /// Finds the folder that carries an identifier, by a walk through all folders; nil when there is none.
  ///
  /// A folder that moves during the walk may be missed.
  func folder(of item: ItemID) throws(DiskError) -> DocumentPath? {
    var found: DocumentPath?
    try walk(from: DocumentPath(), { false }) { name, folder, path throws(DiskError) in
      guard found == nil, try entry(name, in: folder, as: path)?.status.kind == .folder else { return }
      do throws(DiskError) {
        if try folder.folder(name).item() == item { found = path }
      } catch  where error.isGone {
        // It went after the look.
      }
    }
    return found
  }

  /// Visits everything below a folder, folders before what is in them. What another process removes meanwhile is left out.
  ///
  /// - Parameter unreadable: called for a folder below that cannot be read; the walk ends if it throws.
  func walk(
    from folder: DocumentPath, _ isCancelled: () -> Bool,
    unreadable: (DiskError) throws(DiskError) -> Void = { error throws(DiskError) in throw error },
    _ visit: (FileName, Folder, DocumentPath) throws(DiskError) -> Void
  ) throws(DiskError) {
    var path = folder
    try container.folder(at: folder).walk(skipsGone: true, unreadable: unreadable) {
      step, present throws(DiskError) in
      try check(isCancelled)
      switch step {
      case .entering(let name):
        path.names.append(name)
        try visit(name, present, path)
      case .leaf(let name, _): try visit(name, present, path.appending(name))
      case .left: path.names.removeLast()
      }
    }
  }

  func check(_ isCancelled: () -> Bool) throws(DiskError) {
    if isCancelled() { throw DiskError(.cancelled, at: container.path(of: .documents)) }
  }

  /// An entry of a folder; nil when it went while we were listing.
  func entry(
    _ name: FileName, in folder: Folder, as path: DocumentPath
  ) throws(DiskError) -> DocumentEntry? {
    do throws(DiskError) {
      return DocumentEntry(path: path, status: try folder.status(name))
    } catch  where error.code == .notFound {
      return nil
    }
  }
}

extension DocumentQuery {
  /// Whether a name is searched for.
  fileprivate func wants(_ name: FileName) -> Bool {
    text.isEmpty
      || name.description.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}

extension DocumentQuery.Order {
  /// Whether one document comes before another.
  func isBefore(_ one: DocumentEntry, _ other: DocumentEntry) -> Bool {
    let (isFolder, otherIsFolder) = (one.status.kind == .folder, other.status.kind == .folder)
    if isFolder != otherIsFolder { return isFolder }
    switch self {
    case .date where one.status.modified != other.status.modified:
      return one.status.modified > other.status.modified
    case .size where one.status.size != other.status.size && !isFolder:
      return one.status.size > other.status.size
    case .kind:
      let (kind, otherKind) = (one.path.kind, other.path.kind)
      if kind != otherKind { return kind < otherKind }
    case .name, .date, .size: break
    }
    return one.path.isNamedBefore(other.path)
  }
}

extension DocumentPath {
  /// The extension of its last name, in small letters.
  fileprivate var kind: String {
    let name = names.last?.description ?? ""
    return name.lastIndex(of: ".").map { String(name[$0...]).lowercased() } ?? ""
  }

  /// By the last names, as the user's language sorts; by all bytes where those are equal.
  func isNamedBefore(_ other: DocumentPath) -> Bool {
    let (name, otherName) = (names.last?.description ?? "", other.names.last?.description ?? "")
    switch name.localizedStandardCompare(otherName) {
    case .orderedAscending: return true
    case .orderedDescending: return false
    case .orderedSame: return bytes.lexicographicallyPrecedes(other.bytes)
    }
  }
}

/// Why the user cannot give a name.
public enum NameProblem: Hashable, Sendable {
  /// Nothing is typed.
  case empty
  /// No document can have it; this one comes near.
  case illegal(nearest: DocumentName)
  /// Another item has it, by case and composition too.
  case taken(DocumentName)
}

extension Documents {
  /// Why the user cannot give a typed name in a folder; nil when nothing is known against it.
  ///
  /// The answer may be outdated at once: it lets the user choose another name early, and the move decides. The move also
  /// reports the error of a folder that cannot be read now.
  /// - Parameter own: the name of the document that is to get it; nil for a new one.
  public func problem(
    with typed: String, in path: DocumentPath, except own: FileName? = nil
  ) -> NameProblem? {
    if typed.allSatisfy(\.isWhitespace) { return .empty }
    let name = DocumentName(typed)
    if name.text != typed { return .illegal(nearest: name) }
    var index = NameIndex([name])
    guard (try? index.read(container.folder(at: path), except: own)) != nil else { return nil }
    return index.next(for: name) == name ? nil : .taken(name)
  }
}
