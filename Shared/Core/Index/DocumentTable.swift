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
    fileprivate(set) var name = Text()
    fileprivate(set) var folded = Text()
    /// The row of the folder that it is in.
    fileprivate(set) var folder: Number = -1
    /// The last listing that met it.
    var round: UInt32 = 0
    /// The number of its list of tags; 0 is the empty list.
    fileprivate var tags: Int32 = 0
    var facts: Facts
    fileprivate var isUsed = true
    /// Whether it is in the trash.
    fileprivate(set) var isTrashed = false
  }

  /// Where the bytes of a name are.
  struct Text: Equatable {
    fileprivate var start: UInt32 = 0
    fileprivate var count: UInt16 = 0
  }

  /// What the disk says of a document or folder.
  struct Facts {
    var kind = FileKind.folder
    var isPackage = false
    /// Whether it could not be opened, so that its attributes are unknown. The next look reads it again.
    var isSealed = false
    var size: Int64 = 0
    var modified = PackedTime.none
    var changed = PackedTime.none
    var created = PackedTime.none
    var added = PackedTime.none
    var inode: UInt64 = 0
    var item = ItemID.none
    /// The document of which this is a conflict copy.
    var conflict = ItemID.none
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
  private var tagLists: [[DocumentTag]] = [[]]
  private var tagNumbers: [[DocumentTag]: Int32] = [[]: 0]
  /// Rows that were added or changed since ``takeChanges()``, and those that were removed.
  private var touched: Set<Number> = []
  private var removed: Set<Number> = []
  /// The identifiers of removed rows since ``takeRemovedItems()``.
  private var removedItems: Set<ItemID> = []

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
  func name(of number: Number) -> FileName { FileName(bytes: slice(self[number].name)) }

  /// The name of a row as the user sees it.
  func text(of number: Number) -> String { String(decoding: slice(self[number].name), as: UTF8.self) }

  /// The name of a row without case and accents, for a search.
  func folded(of number: Number) -> ArraySlice<UInt8> { slice(self[number].folded) }

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

  /// The tags of a row.
  func tags(of number: Number) -> [DocumentTag] { tagLists[Int(self[number].tags)] }

  /// Whether a row is somewhere below a folder.
  func isBelow(_ folder: Number, _ number: Number) -> Bool {
    if folder == Self.documents { return !self[number].isTrashed }
    var number = self[number].folder
    while number > Self.trash, number != folder { number = self[number].folder }
    return number == folder
  }

  private func slice(_ text: Text) -> ArraySlice<UInt8> {
    bytes[Int(text.start)..<Int(text.start) + Int(text.count)]
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
    guard index < children.count, slice(self[children[index]].name).elementsEqual(name.bytes) else {
      return nil
    }
    return children[index]
  }

  /// Adds a row. The caller knows that the folder has none of that name.
  @discardableResult
  mutating func insert(_ name: FileName, _ facts: Facts, _ tags: [DocumentTag], in folder: Number) -> Number {
    var row = Row(facts: facts)
    row.name = append(name.bytes)
    let folded = name.folded
    row.folded = folded.elementsEqual(name.bytes) ? row.name : append(folded)
    row.folder = folder
    row.isTrashed = self[folder].isTrashed
    row.tags = number(of: tags)
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
  mutating func update(_ number: Number, _ facts: Facts, _ tags: [DocumentTag]) {
    rows[Int(number)].facts = facts
    rows[Int(number)].tags = self.number(of: tags)
    touched.insert(number)
  }

  /// Gives the row of a folder the folder's present dates.
  mutating func date(_ number: Number, _ status: FileStatus) {
    guard number > Self.trash, !self[number].facts.isUnchanged(status) else { return }
    rows[Int(number)].facts.date(status)
    touched.insert(number)
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
      unused += Int(row.name.count) + (row.folded == row.name ? 0 : Int(row.folded.count))
      rows[Int(number)].isUsed = false
      if row.facts.item != .none { removedItems.insert(row.facts.item) }
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

  /// The identifiers of the rows that were removed since the last call. A row that was moved was removed and added.
  mutating func takeRemovedItems() -> Set<ItemID> {
    defer { removedItems = [] }
    return removedItems
  }

  /// Whether ``takeChanges()`` would return something.
  var hasChanges: Bool { !removed.isEmpty || !touched.isEmpty }

  private mutating func append(_ name: some Collection<UInt8>) -> Text {
    defer { bytes.append(contentsOf: name) }
    return Text(start: UInt32(bytes.count), count: UInt16(name.count))
  }

  private mutating func number(of tags: [DocumentTag]) -> Int32 {
    if let known = tagNumbers[tags] { return known }
    let number = Int32(tagLists.count)
    tagLists.append(tags)
    tagNumbers[tags] = number
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
      if let last = merged.last, slice(self[last].name).elementsEqual(slice(self[number].name)) {
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
    slice(self[one].name).lexicographicallyPrecedes(slice(self[other].name))
  }

  /// The place of a name among children in order: of the first that does not precede it.
  private func position(of name: ArraySlice<UInt8>, among children: [Number]) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if slice(self[children[middle]].name).lexicographicallyPrecedes(name) {
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
    func moved(_ text: Text) -> Text { append(old[Int(text.start)..<Int(text.start) + Int(text.count)]) }
    for index in rows.indices where rows[index].isUsed {
      let row = rows[index]
      rows[index].name = moved(row.name)
      rows[index].folded = row.folded == row.name ? rows[index].name : moved(row.folded)
    }
  }
}
