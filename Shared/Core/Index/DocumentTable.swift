/// The rows of a ``DocumentIndex`` in memory: names in one block, a fixed number of bytes for everything else.
///
/// It never touches the disk. A row keeps its number for as long as it exists; then another row gets the number.
struct DocumentTable {
  typealias Number = Int32

  /// The rows of the two rooms. They have no name.
  static let documents: Number = 0
  static let trash: Number = 1

  /// What a row holds of a document or folder.
  struct Row {
    fileprivate var text = Text()
    /// The row of the folder that it is in.
    fileprivate(set) var folder: Number = -1
    /// The last listing that met it.
    var round: UInt32 = 0
    /// The number of its labels; 0 is none.
    fileprivate var labels: Int32 = 0
    var facts: Facts
    fileprivate var isUsed = true
    /// Whether it is in the trash.
    fileprivate(set) var isTrashed = false
  }

  /// Where the bytes of a name are, and right after them those of the name without case and accents.
  fileprivate struct Text {
    var start: UInt32 = 0
    var count: UInt16 = 0
    /// 0 where the name without case and accents is the name itself.
    var folded: UInt16 = 0

    var name: Range<Int> { Int(start)..<Int(start) + Int(count) }
    var search: Range<Int> { folded == 0 ? name : name.upperBound..<name.upperBound + Int(folded) }
    /// All of its bytes.
    var whole: Range<Int> { name.lowerBound..<search.upperBound }
  }

  /// What few documents have. Rows with the same labels share them.
  struct Labels: Hashable {
    var tags: [DocumentTag] = []
    /// The document of which this is a conflict copy.
    var conflict: ItemID?
  }

  /// What is known of the contents of a folder.
  struct Node {
    /// In the order of the bytes of their names.
    fileprivate(set) var children: [Number] = []
    /// Children that were added since ``DocumentTable/settle(_:)``.
    fileprivate var added: [Number] = []
    /// Those children that can be gone into.
    fileprivate(set) var folders: Set<Number> = []
    /// The folder's times at its last whole listing; nil before the first, and when it has to be listed again.
    var times: FolderTimes?
    /// Whether it was ever listed.
    var isKnown = false
    /// Why it could not be listed last; nil when it could.
    var failure: DiskError?
  }

  private var rows: [Row]
  private var free: [Number] = []
  private(set) var nodes: [Number: Node]
  private var bytes: [UInt8] = []
  /// How many of the bytes no row uses any more.
  private var unused = 0
  private var labels = [Labels()]
  private var labelNumbers = [Labels(): Int32(0)]
  /// Rows that were added or changed since ``takeChanges()``, and those that were removed.
  private var touched: Set<Number> = []
  private var removed: Set<Number> = []

  init() {
    rows = [Row(facts: Facts()), Row(facts: Facts(), isTrashed: true)]
    nodes = [Self.documents: Node(), Self.trash: Node()]
  }

  /// The row of a room.
  static func number(of room: Container.Room) -> Number { room == .trash ? trash : documents }

  subscript(number: Number) -> Row { rows[Int(number)] }

  /// All rows but those of the rooms.
  var numbers: some Sequence<Number> {
    rows.indices.lazy.dropFirst(2).filter { rows[$0].isUsed }.map { Number($0) }
  }

  /// Whether a number still stands for a folder that is gone into.
  func isFolder(_ number: Number) -> Bool { nodes[number] != nil }

  /// The name of a row.
  func name(of number: Number) -> FileName { FileName(bytes: bytes[self[number].text.name]) }

  /// The name of a row as the user sees it.
  func text(of number: Number) -> String { String(decoding: bytes[self[number].text.name], as: UTF8.self) }

  /// The name of a row without case and accents, for a search.
  func folded(of number: Number) -> ArraySlice<UInt8> { bytes[self[number].text.search] }

  /// Where a row is.
  func path(of number: Number) -> DocumentPath {
    var names: [FileName] = []
    var number = number
    while number > Self.trash {
      names.append(name(of: number))
      number = self[number].folder
    }
    return DocumentPath(names.reversed(), in: number == Self.trash ? .trash : .documents)
  }

  /// The tags of a row, and whose conflict copy it is.
  func labels(of number: Number) -> Labels { labels[Int(self[number].labels)] }

  /// Whether a row is somewhere below a folder.
  func isBelow(_ folder: Number, _ number: Number) -> Bool {
    if folder == Self.documents { return !self[number].isTrashed }
    var number = self[number].folder
    while number > Self.trash, number != folder { number = self[number].folder }
    return number == folder
  }
}

/// Changes of the rows.
extension DocumentTable {
  /// The row of a name in a folder; nil when there is none.
  ///
  /// - Parameter isListing: whether a listing asks, which meets each name once: rows that it added itself are not searched,
  ///   because bringing them into order after each would cost as much as the whole listing.
  mutating func child(_ name: FileName, of folder: Number, isListing: Bool = false) -> Number? {
    if !isListing { settle(folder) }
    guard let children = nodes[folder]?.children else { return nil }
    let index = position(of: name.bytes, among: children)
    let isThere = index < children.count && bytes[self[children[index]].text.name].elementsEqual(name.bytes)
    return isThere ? children[index] : nil
  }

  /// Adds a row. The caller knows that the folder has none of that name.
  @discardableResult
  mutating func insert(_ name: FileName, _ facts: Facts, _ labels: Labels, in folder: Number) -> Number {
    var row = Row(facts: facts)
    row.text = append(name)
    row.folder = folder
    row.isTrashed = self[folder].isTrashed
    row.labels = self.number(of: labels)
    let number: Number
    if let old = free.popLast() {
      number = old
      rows[Int(number)] = row
    } else {
      number = Number(rows.count)
      rows.append(row)
    }
    if facts.kind == .folder, !facts.isPackage {
      nodes[number] = Node()
      nodes[folder]?.folders.insert(number)
    }
    nodes[folder]?.added.append(number)
    touched.insert(number)
    return number
  }

  /// Gives a row new facts.
  mutating func update(_ number: Number, _ facts: Facts, _ labels: Labels) {
    rows[Int(number)].facts = facts
    rows[Int(number)].labels = self.number(of: labels)
    touched.insert(number)
  }

  /// Gives the row of a folder the folder's present dates.
  mutating func date(_ number: Number, _ status: FileStatus) {
    guard number > Self.trash, !self[number].facts.isUnchanged(status) else { return }
    rows[Int(number)].facts.date(status)
    touched.insert(number)
  }

  /// Makes room for so many rows more, so that a large folder does not have its rows twice in memory while they grow.
  mutating func reserve(_ count: Int) {
    let needed = rows.count + count - free.count
    // By an eighth at least, so that many small folders do not move the rows each time.
    if needed > rows.capacity { rows.reserveCapacity(max(needed, rows.capacity / 8 * 9)) }
  }

  /// Notes which listing met a row.
  mutating func meet(_ number: Number, in round: UInt32) { rows[Int(number)].round = round }

  /// Changes what is known of a folder; nothing when it is gone.
  mutating func change(_ folder: Number, _ body: (inout Node) -> Void) {
    if nodes[folder] != nil { body(&nodes[folder, default: Node()]) }
  }

  /// Removes children of a folder, with everything below them.
  mutating func remove(_ numbers: Set<Number>, from folder: Number) {
    if numbers.isEmpty { return }
    settle(folder)
    nodes[folder]?.children.removeAll { numbers.contains($0) }
    nodes[folder]?.folders.subtract(numbers)
    var gone = Array(numbers)
    while let number = gone.popLast() {
      gone += nodes.removeValue(forKey: number)?.children ?? []
      let row = rows[Int(number)]
      unused += row.text.whole.count
      rows[Int(number)].isUsed = false
      free.append(number)
      removed.insert(number)
    }
    // Half of the block for names of today: the block never takes twice as much as it needs.
    if unused > 1 << 16, unused > bytes.count / 2 { compact() }
  }

  /// The rows that were removed, and those that were added or changed, since the last call. A number may be in both.
  mutating func takeChanges() -> (removed: Set<Number>, touched: Set<Number>) {
    defer { (removed, touched) = ([], []) }
    return (removed, touched.filter { self[$0].isUsed })
  }

  /// Whether ``takeChanges()`` would return something.
  var hasChanges: Bool { !removed.isEmpty || !touched.isEmpty }

  private mutating func append(_ name: FileName) -> Text {
    let folded = name.folded
    let isSame = folded.elementsEqual(name.bytes)
    defer {
      bytes.append(contentsOf: name.bytes)
      if !isSame { bytes.append(contentsOf: folded) }
    }
    return Text(
      start: UInt32(bytes.count), count: UInt16(name.bytes.count), folded: isSame ? 0 : UInt16(folded.count))
  }

  private mutating func number(of labels: Labels) -> Int32 {
    if let known = labelNumbers[labels] { return known }
    let number = Int32(self.labels.count)
    self.labels.append(labels)
    labelNumbers[labels] = number
    return number
  }

  /// Brings the rows that were added to a folder into the order of the others. Of two rows of one name, which readdir(3) may
  /// list twice, one stays.
  mutating func settle(_ folder: Number) {
    guard let node = nodes[folder], !node.added.isEmpty else { return }
    let added = node.added.sorted { precedes($0, $1) }
    var (merged, doubles): ([Number], Set<Number>) = ([], [])
    merged.reserveCapacity(node.children.count + added.count)
    var rest = node.children[...]
    for number in added {
      while let next = rest.first, !precedes(number, next) { merged.append(rest.removeFirst()) }
      if let last = merged.last, bytes[self[last].text.name].elementsEqual(bytes[self[number].text.name]) {
        doubles.insert(number)
      } else {
        merged.append(number)
      }
    }
    nodes[folder]?.children = merged + rest
    nodes[folder]?.added = []
    remove(doubles, from: folder)
  }

  private func precedes(_ one: Number, _ other: Number) -> Bool {
    bytes[self[one].text.name].lexicographicallyPrecedes(bytes[self[other].text.name])
  }

  /// The place of a name among children in order: of the first that does not precede it.
  private func position(of name: ArraySlice<UInt8>, among children: [Number]) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes[self[children[middle]].text.name].lexicographicallyPrecedes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Writes the names that rows use into a new block.
  private mutating func compact() {
    let old = bytes
    bytes = []
    bytes.reserveCapacity(old.count - unused)
    unused = 0
    for index in rows.indices where rows[index].isUsed {
      let text = rows[index].text
      rows[index].text.start = UInt32(bytes.count)
      bytes += old[text.whole]
    }
  }
}
