import Foundation

/// Finds the rows of a query, and puts as many of them in order as are wanted. It never touches the disk.
struct Selection {
  private let query: DocumentQuery
  private let words: SearchWords
  private let kindOf: (DocumentEntry) -> DocumentKind?

  /// - Parameter kindOf: what a document is for the user; nil for anything that no search asks for.
  init(_ query: DocumentQuery, kindOf: @escaping (DocumentEntry) -> DocumentKind?) {
    self.query = query
    self.kindOf = kindOf
    words = SearchWords(query.text, kinds: query.kindWords, times: query.timeWords)
  }

  /// The first rows of the query, in order, and how many there are in all.
  func list(of folders: [DocumentPath: IndexedFolder], atMost count: Int) -> DocumentList {
    var keys: [SortKey] = []
    visit(folders) { keys.append(SortKey($0, query, rank: rank($0))) }
    var list = DocumentList()
    list.total = keys.count
    list.entries = keys.first(count) { $0.isBefore($1) }.compactMap { key in
      folders[key.folder]?[key.name]
    }
    if query.scope.isOfArrivals { list.shares = shares(list.sharesOfEntries, of: folders) }
    return list
  }

  /// For more rows sorting all of them is less work.
  private static let mostInserted = 64

  /// Inserts rows that came into a list of the query.
  ///
  /// - Returns: whether the list is that of the query now. What a search finds, and how many a share has, only all rows say.
  func insert(_ entries: [DocumentEntry], into list: inout DocumentList) -> Bool {
    if query.isSearch || query.scope.isOfArrivals || entries.count > Self.mostInserted { return false }
    for entry in entries where covers(entry.folder) && belongs(entry) {
      let place = list.entries.place(of: entry) { SortKey($0, query).isBefore(SortKey($1, query)) }
      // Behind the last row that was put in order there may be others before it.
      if place < list.entries.count || list.entries.count == list.total {
        list.entries.insert(entry, at: place)
      }
      list.total += 1
    }
    return true
  }

  /// How well a name fits the words of a search by name, the best first; 0 where nothing is searched, and where another order is
  /// asked for.
  private func rank(_ entry: DocumentEntry) -> Int8 {
    let isByName = query.order == .name && !query.isReversed && !query.scope.isOfArrivals
    guard isByName, !words.isEmpty else { return 0 }
    // What is found by its contents comes last.
    let isInside = query.found.contains { $0.contains(entry.contents) }
    return isInside && !words.match(entry.name) ? 3 : words.rank(of: entry)
  }

  /// Counts what the query finds of some shares. Only their documents are matched once more.
  private func shares(
    _ wanted: Set<ShareID>, of folders: [DocumentPath: IndexedFolder]
  ) -> [ShareID: DocumentList.Share] {
    if wanted.isEmpty { return [:] }
    var shares: [ShareID: DocumentList.Share] = [:]
    visit(folders, where: { $0.share.map(wanted.contains) ?? false }) { entry in
      guard let share = entry.share else { return }
      shares[share, default: .init()].count += 1
      shares[share]?.sites.insert(entry.source)
      if kindOf(entry) == .image { shares[share, default: .init()].images += 1 }
    }
    return shares
  }

  /// Calls a closure for each entry that the query asks for, among those that another one wants, in no order.
  private func visit(
    _ folders: [DocumentPath: IndexedFolder], where isWanted: (DocumentEntry) -> Bool = { _ in true },
    _ body: (DocumentEntry) -> Void
  ) {
    let top: DocumentPath? = if case .folder(let path) = query.scope { path } else { nil }
    for (path, folder) in folders where covers(path) {
      let found = words.isEmpty ? [] : words.found(in: path, below: top)
      // In place: to copy an entry takes as long as to look at it.
      folder.entries.withUnsafeBufferPointer { entries in
        for index in entries.indices
        where isWanted(entries[index]) && belongs(entries[index]) && matches(entries[index], besides: found) {
          body(entries[index])
        }
      }
    }
  }

  /// Whether entries of a folder may belong to the rows.
  func covers(_ folder: DocumentPath) -> Bool {
    switch query.scope {
    case .folder(let path) where !query.isSearch: folder == path
    case .folder(let path): folder.directory == path.directory && folder.names.starts(with: path.names)
    case .recents, .share, .all, .conflicts, .links: folder.directory != .trash
    }
  }

  private func belongs(_ entry: DocumentEntry) -> Bool {
    let isMember =
      switch query.members {
      case .all: true
      case .documents: !entry.isFolder
      case .folders: entry.isFolder
      }
    let isInScope =
      switch query.scope {
      case .folder: true
      // Of one whose attributes cannot be read now it is not known. It stands there by its file's dates.
      case .recents: entry.added != nil || entry.isSealed
      case .share(let share): entry.share == share
      case .all: !entry.isFolder
      case .conflicts: entry.conflict != nil
      case .links: entry.isLink
      }
    return isMember && isInScope
  }

  /// Whether a search finds an entry.
  private func matches(_ entry: DocumentEntry, besides found: [Bool]) -> Bool {
    if !query.kinds.isEmpty, kindOf(entry).map(query.kinds.contains) != true { return false }
    if !query.tags.isEmpty, !query.tags.isSubset(of: entry.tags.map(\.name)) { return false }
    if words.isEmpty || words.match(entry, besides: found, kindOf) { return true }
    if query.found.count != found.count { return false }
    let inside = query.found.map { $0.contains(entry.contents) }
    return inside.contains(true)
      && words.match(entry, besides: zip(found, inside).map { $0 || $1 }, kindOf)
  }
}

extension Array {
  /// The first of these, in order.
  func first(_ count: Int, _ isBefore: (Element, Element) -> Bool) -> [Element] {
    // To insert each of the first into its place moves those behind it. For many of them sorting is less work.
    if count >= self.count / 16 { return Array(sorted(by: isBefore).prefix(count)) }
    var first: [Element] = []
    for element in self { first.insert(element, ifAmongFirst: count, isBefore) }
    return first
  }

  /// Inserts an element among these, which are the first of some and in order, if it is one of the first.
  mutating func insert(
    _ element: Element, ifAmongFirst count: Int, _ isBefore: (Element, Element) -> Bool
  ) {
    if self.count >= count, last.map({ !isBefore(element, $0) }) ?? true { return }
    insert(element, at: place(of: element, isBefore))
    if self.count > count { removeLast() }
  }

  /// Where an element belongs among these, which are in order.
  func place(of element: Element, _ isBefore: (Element, Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle], element) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension DocumentList {
  /// The shares that its documents belong to.
  var sharesOfEntries: Set<ShareID> { Set(entries.lazy.compactMap(\.share)) }
}

extension DocumentQuery {
  /// The part of these entries that is asked for, in order, and how many there are in all. It asks for no words.
  public func list(of entries: [DocumentEntry]) -> DocumentList {
    var list = DocumentList()
    list.total = entries.count
    let order = entries.map { (key: SortKey($0, self), entry: $0) }.sorted { $0.key.isBefore($1.key) }
    list.entries = order[range.clamped(to: order.indices)].map(\.entry)
    return list
  }
}

extension ArraySlice<UInt8> {
  /// Appends bytes that are in the order of the names in nearly every language: signs, numbers by their value, letters in any case,
  /// and other scripts. ``SortKey`` has the order of the user's language.
  func appendRoughOrder(to order: inout [UInt8]) {
    var number: Int?
    for byte in self {
      switch byte {
      case 0x30...0x39:
        let start = number ?? order.count
        // How many digits follow decides first. Zeros before them do not count.
        if number == nil { order.append(0x30) }
        number = start
        if byte == 0x30, order.count == start + 1 { continue }
        if order[start] < 0x60 { order[start] += 1 }
        order.append(byte)
        continue
      case 0x41...0x5A: order.append(byte | 0x20)
      case 0x3A...0x40, 0x5B...0x60, 0x7B...0x7F: order.append(0x2F)
      default: order.append(byte)
      }
      number = nil
    }
  }
}

extension FileName {
  /// Whether a file of this name is a saved link.
  public var isLink: Bool {
    let ending = ".webloc"
    return bytes.count > ending.utf8.count
      && bytes.suffix(ending.utf8.count).map { $0 | 0x20 } == Array(ending.utf8)
  }
}

/// What a row is sorted by.
private struct SortKey {
  let folder: DocumentPath
  let name: FileName
  /// The best match comes first, and of equal ones folders.
  private let group: Int8
  /// The latest or largest first.
  private let measure: FileTime
  /// The extension or the tags, where those decide.
  private let words: String
  private let title: String
  /// Decides between documents of one name in two folders, in every index the same way.
  private let file: FileID

  private let isReversed: Bool

  init(_ entry: DocumentEntry, _ query: DocumentQuery, rank: Int8 = 0) {
    let order = query.order
    isReversed = query.isReversed
    (folder, name) = (entry.folder, entry.name)
    title = name.description
    file = entry.identity.file
    group = rank * 2 + (entry.isFolder && !query.scope.isOfArrivals ? 0 : 1)
    measure =
      switch order {
      case .added: entry.added ?? entry.created ?? entry.modified
      case .modified: entry.modified
      case .changed: entry.changed
      case .size: FileTime(seconds: entry.isFolder ? 0 : entry.size)
      case .name, .kind, .tags: FileTime(seconds: 0)
      }
    let dot = order == .kind ? title.lastIndex(of: ".") : nil
    words =
      if let dot {
        title[dot...].lowercased()
      } else if order == .tags {
        // Behind every word.
        entry.tags.isEmpty ? "\u{10FFFF}" : entry.tags.map(\.name).joined(separator: "\n").lowercased()
      } else {
        ""
      }
  }

  func isBefore(_ other: SortKey) -> Bool {
    if group != other.group { return group < other.group }
    return isReversed ? other.precedes(self) : precedes(other)
  }

  private func precedes(_ other: SortKey) -> Bool {
    if measure != other.measure { return measure > other.measure }
    if words != other.words { return words < other.words }
    switch title.localizedStandardCompare(other.title) {
    case .orderedAscending: return true
    case .orderedDescending: return false
    // Names that the language does not tell apart, or the same name in two folders.
    case .orderedSame:
      return name == other.name
        ? file.number < other.file.number : title.utf8.lexicographicallyPrecedes(other.title.utf8)
    }
  }
}
