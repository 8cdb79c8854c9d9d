import Foundation

/// The rows that a query asks for, of which as many are in order as were asked for.
///
/// It never touches the disk. When rows change, it takes them out and puts them in again by binary search: what is in order
/// is never sorted again.
struct SortedView {
  typealias Number = DocumentTable.Number

  private let query: DocumentQuery
  /// The first rows, in order.
  private var sorted: [Number]
  /// All others, in no order. None comes before a row of `sorted`.
  private var rest: [Number]

  /// The rows of a table that belong to a query.
  init(_ query: DocumentQuery, of table: DocumentTable, in folder: Number, words: SearchWords) {
    self.query = query
    sorted = []
    if case .folder = query.scope, words.isEmpty, query.members == .all {
      rest = table.nodes[folder]?.children ?? []
    } else {
      rest = table.numbers.filter { Self.belongs($0, to: query, in: folder, words, table) }
    }
  }

  /// How many rows there are.
  var count: Int { sorted.count + rest.count }

  /// The rows of a range, in order.
  mutating func rows(_ range: Range<Int>, of table: DocumentTable) -> ArraySlice<Number> {
    let range = range.clamped(to: 0..<count)
    if range.upperBound > sorted.count { extend(to: range.upperBound, table) }
    return sorted[range]
  }

  /// Takes over what changed in the table.
  mutating func patch(
    removed: Set<Number>, touched: Set<Number>, of table: DocumentTable, in folder: Number, words: SearchWords
  ) {
    sorted.removeAll { removed.contains($0) || touched.contains($0) }
    rest.removeAll { removed.contains($0) || touched.contains($0) }
    // Without a row in order, the first extension finds the places of all.
    let last = sorted.last.map { SortKey($0, query, table) }
    for number in touched where Self.belongs(number, to: query, in: folder, words, table) {
      let key = SortKey(number, query, table)
      guard let last, key.isBefore(last) else {
        rest.append(number)
        continue
      }
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if SortKey(sorted[middle], query, table).isBefore(key) { low = middle + 1 } else { high = middle }
      }
      sorted.insert(number, at: low)
    }
  }

  private static func belongs(
    _ number: Number, to query: DocumentQuery, in folder: Number, _ words: SearchWords, _ table: DocumentTable
  ) -> Bool {
    let row = table[number]
    switch query.members {
    case .all: break
    case .documents: if table.isFolder(number) { return false }
    case .folders: if !table.isFolder(number) { return false }
    }
    switch query.scope {
    case .folder:
      guard words.isEmpty ? row.folder == folder : table.isBelow(folder, number) else { return false }
    case .recents:
      guard row.facts.added != .none, !row.isTrashed else { return false }
    case .all:
      guard !table.isFolder(number), !row.isTrashed else { return false }
    case .conflicts:
      guard table.labels(of: number).conflict != nil, !row.isTrashed else { return false }
    }
    return words.isEmpty || words.match(table.folded(of: number))
  }

  /// Puts the next rows in order: at least up to a count, and at least as many again as are in order, so that scrolling
  /// through all rows costs a constant number of passes for each doubling.
  private mutating func extend(to count: Int, _ table: DocumentTable) {
    let wanted = max(count, 2 * sorted.count) - sorted.count
    var keys = rest.map { SortKey($0, query, table) }
    if wanted * 4 < keys.count { SortKey.partition(&keys, wanted) }
    let next = keys.prefix(wanted * 4 < keys.count ? wanted : keys.count).sorted { $0.isBefore($1) }
    sorted += next.map(\.number)
    rest = keys.dropFirst(next.count).map(\.number)
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
  let number: DocumentTable.Number
  /// Folders come first.
  private let group: Int8
  /// The latest or largest first.
  private let measure: Int64
  /// The extension, where that decides.
  private let suffix: String
  private let name: String
  /// Decides between documents of one name in two folders, in every index the same way.
  private let inode: UInt64

  init(_ number: DocumentTable.Number, _ query: DocumentQuery, _ table: DocumentTable) {
    self.number = number
    let facts = table[number].facts
    let isFolder = table.isFolder(number)
    name = table.text(of: number)
    inode = facts.inode
    group = isFolder && query.scope != .recents ? 0 : 1
    switch query.order {
    case .added:
      measure =
        (facts.added != .none ? facts.added : facts.created != .none ? facts.created : facts.modified).rank
    case .modified: measure = facts.modified.rank
    case .changed: measure = facts.changed.rank
    case .size: measure = isFolder ? 0 : facts.size
    case .name, .kind: measure = 0
    }
    let dot = query.order == .kind ? name.lastIndex(of: ".") : nil
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

  /// Brings the first `count` keys of the order to the front, in any order among themselves: Hoare's selection.
  static func partition(_ keys: inout [SortKey], _ count: Int) {
    var (low, high) = (0, keys.count - 1)
    while low < high {
      let pivot = keys[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while keys[left].isBefore(pivot) { left += 1 }
        while pivot.isBefore(keys[right]) { right -= 1 }
        if left <= right {
          keys.swapAt(left, right)
          (left, right) = (left + 1, right - 1)
        }
      }
      if count <= right { high = right } else if count > left { low = left } else { return }
    }
  }
}
