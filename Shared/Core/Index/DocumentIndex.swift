import Dispatch

/// All documents and folders of the user in memory, for lists, searches, counts and what arrived.
///
/// A list's first rows are kept in order until something changes, so a page costs no other sorting.
///
/// The module Index:
/// - For: what documents there are, in which order, and which of them a search finds.
/// - Guarantees: a folder is listed again when its times changed; a folder that cannot be listed keeps its rows, because
///   unreadable is not empty.
/// - After a crash: nothing: it only makes Documents and the trash where they are missing.
/// - Never: decide what happens to a document. An action opens the document and looks again.
public actor DocumentIndex {
  /// It lists folders, so it waits for the disk on a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let executor = DiskExecutor()
  let container: Container
  let isPackage: @Sendable (FileName) -> Bool
  private let kindOf: @Sendable (DocumentEntry) -> DocumentKind?
  /// The kinds of files by their extensions, as far as they were asked for.
  private var kinds: [String: DocumentKind?] = [:]
  /// The tags and the favorites, as they were at a look.
  private var marks: (generation: Int, tags: [DocumentTag], favourites: [DocumentEntry])?
  let clock: ScanClock
  /// Each folder that was listed, or could not be. Those of the trash are among them.
  var folders: [DocumentPath: IndexedFolder] = [:]
  /// Counts the looks that found a change.
  var generation = 0
  /// The lists that were asked for last, the latest first, with as many rows as were wanted.
  private var lists: [(query: DocumentQuery, generation: Int, list: DocumentList)] = []

  /// The first rows that are being read for a screen that shows nothing yet: a look at all waits for them.
  nonisolated let glances = DispatchGroup()

  /// As many lists as two windows use by going back and forth a few times.
  private static let mostLists = 8

  /// An index with nothing in it. Nothing is opened before it is asked.
  ///
  /// - Parameters:
  ///   - kindOf: what a document is for the user. The answer for one file is that for all with its extension.
  ///   - isPackage: whether the user sees a folder of that name as one document. What is in it is not listed.
  public init(
    _ container: Container, clock: ScanClock = .system,
    kindOf: @escaping @Sendable (DocumentEntry) -> DocumentKind? = { _ in nil },
    isPackage: @escaping @Sendable (FileName) -> Bool
  ) {
    self.kindOf = kindOf
    self.container = container
    self.clock = clock
    self.isPackage = isPackage
  }

  /// The documents that a query asks for, as they were at the last look. A folder that was never listed is listed first.
  ///
  /// - Throws: the error of the disk when the folder cannot be listed; ``DiskError/Code/notFound`` when there is none.
  public func list(_ query: DocumentQuery) throws(DiskError) -> DocumentList {
    if case .folder(let path) = query.scope {
      try need(path)
      if folders[path]?.isKnown != true, !query.isSearch { try look(at: path) }
      if let failure = folders[path]?.failure { throw failure }
    }
    let whole = query.whole
    lists.removeAll { $0.generation != generation }
    let known = lists.firstIndex { $0.query == whole }.map { lists.remove(at: $0).list }
    let wanted = query.range.upperBound
    var list = known ?? DocumentList()
    if known == nil || list.entries.count < min(wanted, list.total) {
      // Twice as many as before, so that scrolling through all of them sorts them a few times only.
      list = Selection(whole) { self.kind(of: $0) }.list(
        of: folders, atMost: max(wanted, 2 * list.entries.count))
    }
    lists.insert((whole, generation, list), at: 0)
    lists = Array(lists.prefix(Self.mostLists))
    list.entries = Array(list.entries[query.range.clamped(to: list.entries.indices)])
    let selection = Selection(whole) { _ in nil }
    list.isComplete = !folders.contains { $0.value.failure != nil && selection.covers($0.key) }
    let shares = list.sharesOfEntries
    list.shares = list.shares.filter { shares.contains($0.key) }
    return list
  }

  /// Puts rows that came into the kept lists. A list that cannot tell their places is made anew when it is asked for.
  func insert(_ entries: [DocumentEntry]) {
    lists.removeAll { $0.generation != generation }
    generation += 1
    for index in lists.indices {
      let selection = Selection(lists[index].query) { self.kind(of: $0) }
      if selection.insert(entries, into: &lists[index].list) { lists[index].generation = generation }
    }
  }

  private func kind(of entry: DocumentEntry) -> DocumentKind? {
    if entry.kind != .file { return kindOf(entry) }
    let name = entry.name.bytes
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    let suffix = String(decoding: name[dot...], as: UTF8.self)
    if let known = kinds[suffix] { return known }
    let kind = kindOf(entry)
    kinds[suffix] = .some(kind)
    return kind
  }

  /// The tags in use, in the order of their names; of those of one name but of several colours one.
  public var usedTags: [DocumentTag] { currentMarks.tags }

  /// The folders of Documents that are favorites, in the order of Files.
  public var favourites: [DocumentEntry] { currentMarks.favourites }

  private var currentMarks: (generation: Int, tags: [DocumentTag], favourites: [DocumentEntry]) {
    if let marks, marks.generation == generation { return marks }
    let found = Set(folders.values.lazy.flatMap { $0.entries.lazy.flatMap(\.tags) }).sorted { $0.id < $1.id }
    let tags = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { $1 }).values
      .sorted { $0.name < $1.name }
    let favourites = documents { $0.isFolder && $0.favouriteRank != nil }
      .sorted { ($0.favouriteRank ?? 0, $0.path.description) < ($1.favouriteRank ?? 0, $1.path.description) }
    let new = (generation, tags, favourites)
    marks = new
    return new
  }

  /// The folder in which the last documents of each likeness lie.
  public var usualFolders: [Likeness: DocumentPath] {
    Likeness.usualFolders(of: documents { $0.source != nil })
  }

  /// The document that carries an identifier; nil when the last look met none in Documents.
  public func entry(of item: ItemID) -> DocumentEntry? {
    entries(of: [item])[item]
  }

  /// The documents and folders of Documents that carry these identifiers, as far as the last look met them.
  public func entries(of items: Set<ItemID>) -> [ItemID: DocumentEntry] {
    if items.isEmpty { return [:] }
    let found = documents { $0.identity.item.map(items.contains) ?? false }
    return Dictionary(found.map { ($0.identity.item ?? .none, $0) }, uniquingKeysWith: { $1 })
  }

  /// The documents and folders at these paths, as they were at the last look; those that it did not meet are left out.
  public func entries(at paths: [DocumentPath]) -> [DocumentEntry] { paths.compactMap { self[$0] } }

  /// The other versions of a document, until the user decides: its conflict copies, and of a conflict copy also the
  /// document.
  public func versions(of path: DocumentPath) -> [DocumentEntry] {
    guard let own = self[path], let item = own.conflict ?? own.identity.item else { return [] }
    return documents {
      $0.path != path && ($0.conflict == item || own.conflict != nil && $0.identity.item == item)
    }
  }

  /// The folders that were to have the names of these: each lies beside one that came in, has its name without a number, and the
  /// names of all lower numbers are taken, too.
  public func namesakes(of paths: [DocumentPath]) -> [DocumentPath: DocumentPath] {
    var found: [DocumentPath: DocumentPath] = [:]
    for entry in entries(at: paths) where entry.isFolder && entry.added != nil {
      guard let (name, number) = DocumentName(entry.name).asAlternative else { continue }
      let path = entry.folder.appending(name.fileName)
      let isTaken = (1..<number).allSatisfy {
        self[entry.folder.appending(name.numbered($0).fileName)] != nil
      }
      if isTaken, self[path]?.isFolder == true { found[entry.path] = path }
    }
    return found
  }

  /// The documents that have the size of one of these, as far as the last look met them.
  public func paths(withSizesOf paths: [DocumentPath]) -> [DocumentPath] {
    let sizes = Set(entries(at: paths).map(\.size))
    return documents { $0.kind == .file && sizes.contains($0.size) }.map(\.path)
  }

  /// Lists every folder whose times changed since its last listing, and every new one.
  ///
  /// - Throws: the error of the disk when Documents cannot be opened; ``DiskError/Code/cancelled`` when the task was
  ///   cancelled. What was listed until then stays. A folder that cannot be read is no error; its rows stay.
  public func update() throws(DiskError) {
    try update(.documents)
    do throws(DiskError) {
      try update(.trash)
    } catch  where error.isGone {
      // Nothing was ever deleted.
    }
  }

  /// Lists one folder, if its times changed.
  ///
  /// - Throws: the error of the disk; ``DiskError/Code/notFound`` when the folder is gone.
  public func look(at path: DocumentPath) throws(DiskError) {
    try need(path)
    do throws(DiskError) {
      try list(path, container.folder(at: path))
    } catch {
      folders[path, default: IndexedFolder()].failure = error
      throw error
    }
  }

  /// What is known of a document or folder.
  private subscript(path: DocumentPath) -> DocumentEntry? {
    path.names.last.flatMap { folders[path.parent]?[$0] }
  }

  /// The documents of some kinds that are wanted, as far as the last look met them, in no order.
  public func documents(
    ofKinds kinds: Set<DocumentKind>, atMost count: Int, _ isWanted: @Sendable (DocumentEntry) -> Bool
  ) -> [DocumentEntry] {
    var found: [DocumentEntry] = []
    for entry in all.joined() where found.count < count && isWanted(entry) {
      if let kind = kind(of: entry), kinds.contains(kind) { found.append(entry) }
    }
    return found
  }

  private func documents(_ isWanted: (DocumentEntry) -> Bool) -> [DocumentEntry] {
    all.flatMap { $0.filter(isWanted) }
  }

  /// The contents of all files of Documents; nil while a folder could not be listed, because unreadable is not empty.
  public var contents: Set<FileSnapshot>? {
    if folders[DocumentPath()]?.isKnown != true || folders.contains(where: { $0.value.failure != nil }) {
      return nil
    }
    return Set(all.joined().lazy.filter { $0.kind == .file }.map(\.contents))
  }

  private var all: some Sequence<[DocumentEntry]> {
    folders.lazy.filter { $0.key.directory != .trash }.map(\.value.entries)
  }

  /// Lists the folders on the way to a folder that were never listed.
  ///
  /// - Throws: ``DiskError/Code/notFound`` when there is no such folder.
  private func need(_ path: DocumentPath) throws(DiskError) {
    for (depth, name) in path.names.enumerated() {
      let parent = DocumentPath(Array(path.names[..<depth]), in: path.directory)
      if folders[parent]?[name] == nil { try list(parent, container.folder(at: parent)) }
      guard folders[parent]?[name]?.isFolder == true else {
        throw DiskError(.notFound, at: container.path(of: path))
      }
    }
  }
}

/// One thread at a time for an actor that waits for the disk: Swift's own pool has as many as the device has cores, and none to spare.
final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "disk actor", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
