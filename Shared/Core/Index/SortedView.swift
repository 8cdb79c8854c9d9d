import Foundation

/// The rows that a query asks for, of which as many are in order as were asked for.
///
/// It never touches the disk. When rows change, it takes them out and puts them in again by binary search: what is in order
/// is never sorted again.
struct SortedView {
  /// What is known of a row; nil when it is gone.
  typealias Lookup = (DocumentPath) -> IndexedEntry?

  private let query: DocumentQuery
  private let words: SearchWords
  /// The first rows, in order.
  private var sorted: [DocumentPath] = []
  /// All others, in no order. None comes before a row of `sorted`.
  private var rest: [DocumentPath] = []

  /// The rows of a query.
  init(_ query: DocumentQuery, of folders: [DocumentPath: IndexedFolder]) {
    self.query = query
    words = SearchWords(query.text)
    for (path, folder) in folders where covers(path) {
      for entry in folder.entries where belongs(entry) { rest.append(entry.entry.path) }
    }
  }

  /// How many rows there are.
  var count: Int { sorted.count + rest.count }

  /// The rows of a range, in order.
  mutating func rows(_ range: Range<Int>, _ lookup: Lookup) -> ArraySlice<DocumentPath> {
    let range = range.clamped(to: 0..<count)
    if range.upperBound > sorted.count { extend(to: range.upperBound, lookup) }
    return sorted[range]
  }

  /// Takes over what was added, changed or removed.
  mutating func patch(_ changes: Set<DocumentPath>, _ lookup: Lookup) {
    sorted.removeAll(where: changes.contains)
    rest.removeAll(where: changes.contains)
    for path in changes where covers(path.parent) {
      guard let entry = lookup(path), belongs(entry) else { continue }
      let key = SortKey(entry, query.order, in: query.scope)
      // Without a row in order, the first extension finds the places of all.
      guard let last = sorted.last.flatMap(lookup), key.isBefore(SortKey(last, query.order, in: query.scope)) else {
        rest.append(path)
        continue
      }
      let place = sorted.place { path in
        lookup(path).map { SortKey($0, query.order, in: query.scope).isBefore(key) } ?? false
      }
      sorted.insert(path, at: place)
    }
  }

  /// Whether entries of a folder may belong to the rows.
  private func covers(_ folder: DocumentPath) -> Bool {
    switch query.scope {
    case .folder(let path) where words.isEmpty: folder == path
    case .folder(let path): folder.room == path.room && folder.names.starts(with: path.names)
    case .recents, .all, .conflicts: folder.room != .trash
    }
  }

  private func belongs(_ entry: IndexedEntry) -> Bool {
    switch query.members {
    case .all: break
    case .documents: if entry.entry.isFolder { return false }
    case .folders: if !entry.entry.isFolder { return false }
    }
    switch query.scope {
    case .folder: break
    case .recents: if entry.entry.added == nil { return false }
    case .all: if entry.entry.isFolder { return false }
    case .conflicts: if entry.entry.conflict == nil { return false }
    }
    return words.isEmpty || words.match(entry.folded.map { $0[...] } ?? entry.name.bytes)
  }

  /// Puts the next rows in order: at least up to a count, and at least as many again as are in order, so that scrolling
  /// through all rows costs a constant number of passes for each doubling.
  private mutating func extend(to count: Int, _ lookup: Lookup) {
    let wanted = max(count, 2 * sorted.count) - sorted.count
    let keys = rest.compactMap { path in lookup(path).map { SortKey($0, query.order, in: query.scope) } }
    // To insert each of the first into its place moves those behind it. For many of them sorting is less work.
    guard wanted < keys.count / 64 else {
      (sorted, rest) = (sorted + keys.sorted { $0.isBefore($1) }.map(\.path), [])
      return
    }
    var first: [SortKey] = []
    rest = []
    for key in keys {
      if first.count == wanted {
        if !key.isBefore(first[wanted - 1]) { rest.append(key.path); continue }
        rest.append(first.removeLast().path)
      }
      first.insert(key, at: first.place { $0.isBefore(key) })
    }
    sorted += first.map(\.path)
  }
}

extension Array {
  /// The place of the first element of which the predicate is false, when it is true of all before it.
  fileprivate func place(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The words of a search, as they are compared with names.
struct SearchWords {
  private let words: [[UInt8]]

  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { FileName(String($0)).folded }
  }

  /// Whether there is none: every name matches.
  var isEmpty: Bool { words.isEmpty }

  /// Whether each word is somewhere in a name without case and accents.
  func match(_ name: ArraySlice<UInt8>) -> Bool {
    name.withUnsafeBytes { name in words.allSatisfy { Self.holds(name, $0) } }
  }

  private static func holds(_ name: UnsafeRawBufferPointer, _ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var rest = name[...]
    while rest.count >= word.count, let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: word) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

extension FileName {
  /// The name without case, accents and widths, as a search compares it.
  var folded: [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
    return Array(
      description.folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
      ).utf8)
  }
}

/// What a row is sorted by.
private struct SortKey {
  let path: DocumentPath
  /// Folders come first.
  private let group: Int8
  /// The latest or largest first.
  private let measure: FileTime
  /// The extension, where that decides.
  private let suffix: String
  private let name: String
  /// Decides between documents of one name in two folders, in every index the same way.
  private let inode: UInt64

  init(_ indexed: IndexedEntry, _ order: DocumentQuery.Order, in scope: DocumentQuery.Scope) {
    let entry = indexed.entry
    path = entry.path
    name = indexed.name.description
    inode = entry.identity.inode
    group = entry.isFolder && scope != .recents ? 0 : 1
    measure =
      switch order {
      case .added: entry.added ?? entry.created ?? entry.modified
      case .modified: entry.modified
      case .changed: indexed.changed
      case .size: FileTime(seconds: entry.isFolder ? 0 : entry.size)
      case .name, .kind: FileTime(seconds: 0)
      }
    let dot = order == .kind ? name.lastIndex(of: ".") : nil
    suffix = if let dot { name[dot...].lowercased() } else { "" }
  }

  func isBefore(_ other: SortKey) -> Bool {
    if group != other.group { return group < other.group }
    if measure != other.measure { return measure > other.measure }
    if suffix != other.suffix { return suffix < other.suffix }
    switch name.localizedStandardCompare(other.name) {
    case .orderedAscending: return true
    case .orderedDescending: return false
    // Names that the language does not tell apart, or the same name in two folders.
    case .orderedSame:
      return name == other.name ? inode < other.inode : name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }
}
