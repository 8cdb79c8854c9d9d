/// All documents and folders of the user in memory, for lists, searches, counts and what arrived.
///
/// A view is a query's rows, of which as many are in order as were asked for. After a change, only the rows that changed are
/// put in again, so a page, a search or an event neither lists nor sorts everything anew.
///
/// The room Index:
/// - For: what documents there are, in which order, and which of them a search finds.
/// - Guarantees: a folder is listed again when its times changed; a folder that cannot be listed keeps its rows, because
///   unreadable is not empty.
/// - After a crash: nothing: it writes nothing.
/// - Never: decide what happens to a document. An action opens the document and looks again.
public actor DocumentIndex {
  let container: Container
  let isPackage: @Sendable (FileName) -> Bool
  let clock: ScanClock
  var table = DocumentTable()
  /// The views that were asked for last, the latest first.
  private var views: [(query: DocumentQuery, view: SortedView)] = []
  /// The number of the last listing of a folder.
  var round: UInt32 = 0

  /// As many views as two windows use by going back and forth a few times. Each has a few bytes for each of its rows.
  private static let mostViews = 8

  /// An index of a container's documents, with nothing in it. Nothing is opened before it is asked.
  ///
  /// - Parameter isPackage: whether the user sees a folder of that name as one document. What is in it is not listed.
  public init(
    _ container: Container, clock: ScanClock = .system, isPackage: @escaping @Sendable (FileName) -> Bool
  ) {
    self.container = container
    self.clock = clock
    self.isPackage = isPackage
  }

  /// The documents that a query asks for, as they were at the last look. A folder that was never listed is listed first.
  ///
  /// - Throws: the error of the disk when the folder cannot be listed; ``DiskError/Code/notFound`` when there is none.
  public func list(_ query: DocumentQuery) throws(DiskError) -> DocumentList {
    var folder = DocumentTable.documents
    if case .folder(let path) = query.scope {
      folder = try row(of: path)
      if table.nodes[folder]?.isKnown == false, query.text.isEmpty { try look(at: path) }
      if let failure = table.nodes[folder]?.failure { throw failure }
    }
    patchViews()
    let whole = query.whole
    let words = SearchWords(query.text)
    var view: SortedView
    if let index = views.firstIndex(where: { $0.query == whole }) {
      view = views.remove(at: index).view
    } else {
      view = SortedView(whole, of: table, in: folder, words: words)
    }
    var list = DocumentList()
    list.entries = view.rows(query.range, of: table).map(entry)
    list.total = view.count
    views.insert((whole, view), at: 0)
    views = Array(views.prefix(Self.mostViews))
    return list
  }

  /// The document that carries an identifier; nil when the last look met none in Documents.
  public func entry(of item: ItemID) -> DocumentEntry? {
    entries(of: [item])[item]
  }

  /// The documents and folders of Documents that carry these identifiers, as far as the last look met them.
  public func entries(of items: Set<ItemID>) -> [ItemID: DocumentEntry] {
    if items.isEmpty { return [:] }
    var found: [ItemID: DocumentEntry] = [:]
    for number in table.numbers where !table[number].isTrashed && items.contains(table[number].facts.item) {
      found[table[number].facts.item] = entry(number)
    }
    return found
  }

  /// The other versions of a document, until the user decides: its conflict copies, and of a conflict copy also the
  /// document.
  public func versions(of path: DocumentPath) -> [DocumentEntry] {
    guard let own = known(path) else { return [] }
    let conflict = table.labels(of: own).conflict
    let item = conflict ?? table[own].facts.item
    if item == .none { return [] }
    return table.numbers.filter { number in
      let row = table[number]
      guard number != own, !row.isTrashed else { return false }
      return table.labels(of: number).conflict == item || conflict != nil && row.facts.item == item
    }.map(entry)
  }

  /// The documents that have the size of one of these, as far as the last look met them.
  public func paths(withSizesOf paths: [DocumentPath]) -> [DocumentPath] {
    let sizes = Set(paths.compactMap { known($0).map { table[$0].facts.size } })
    return table.numbers.filter { number in
      let row = table[number]
      return row.facts.kind == .file && !row.isTrashed && sizes.contains(row.facts.size)
    }.map(table.path)
  }

  /// Lists every folder whose times changed since its last listing, and every new one.
  ///
  /// - Returns: whether a row changed.
  /// - Throws: the error of the disk when Documents cannot be opened; ``DiskError/Code/cancelled`` when the task was
  ///   cancelled. What was listed until then stays. A folder that cannot be read is no error; its rows stay.
  @discardableResult
  public func update() throws(DiskError) -> Bool {
    try update(.documents)
    do throws(DiskError) {
      try update(.trash)
    } catch  where error.isGone {
      // Nothing was ever deleted.
    }
    return table.hasChanges
  }

  /// Lists one folder, if its times changed.
  ///
  /// - Returns: whether a row changed.
  /// - Throws: the error of the disk; ``DiskError/Code/notFound`` when the folder is gone.
  @discardableResult
  public func look(at path: DocumentPath) throws(DiskError) -> Bool {
    let number = try row(of: path)
    do throws(DiskError) {
      try list(number, container.folder(at: path))
    } catch {
      table.change(number) { $0.failure = error }
      throw error
    }
    return table.hasChanges
  }

  /// Reads documents again that the app itself has changed, moved or removed, without listing their folders.
  public func note(_ paths: [DocumentPath]) {
    for path in paths {
      // The next update finds what cannot be read now.
      try? note(path)
    }
  }
}

/// Looks at the rows.
extension DocumentIndex {
  /// The row of a folder. Folders on the way that were never listed are listed.
  func row(of path: DocumentPath) throws(DiskError) -> DocumentTable.Number {
    var number = DocumentTable.number(of: path.room)
    for (depth, name) in path.names.enumerated() {
      let parent = DocumentPath(Array(path.names[..<depth]), in: path.room)
      if table.nodes[number]?.isKnown == false { try list(number, container.folder(at: parent)) }
      if table.child(name, of: number) == nil { try list(number, container.folder(at: parent)) }
      guard let child = table.child(name, of: number), table.isFolder(child) else {
        throw DiskError(.notFound, at: container.path(of: path))
      }
      number = child
    }
    return number
  }

  func known(_ path: DocumentPath) -> DocumentTable.Number? {
    var number = DocumentTable.number(of: path.room)
    for name in path.names {
      guard let child = table.child(name, of: number) else { return nil }
      number = child
    }
    return number
  }

  private func patchViews() {
    guard table.hasChanges else { return }
    let (removed, touched) = table.takeChanges()
    views = views.compactMap { query, view in
      var folder = DocumentTable.documents
      if case .folder(let path) = query.scope {
        // The folder went, and another one may have its row.
        guard let number = known(path), table.isFolder(number) else { return nil }
        if removed.contains(number) { return nil }
        folder = number
      }
      var view = view
      view.patch(
        removed: removed, touched: touched, of: table, in: folder, words: SearchWords(query.text))
      return (query, view)
    }
  }

  private func entry(_ number: DocumentTable.Number) -> DocumentEntry {
    let (facts, labels) = (table[number].facts, table.labels(of: number))
    return DocumentEntry(
      path: table.path(of: number), kind: facts.kind, isPackage: facts.isPackage, size: facts.size,
      modified: facts.modified.time ?? FileTime(seconds: 0), created: facts.created.time,
      added: facts.added.time, tags: labels.tags, conflict: labels.conflict,
      identity: SeenIdentity(
        item: facts.item == .none ? nil : facts.item, inode: facts.inode, created: facts.created.time))
  }
}
