/// The numbers that are taken for a few incoming names, in a folder of any size.
///
/// It keeps the incoming names and the taken numbers of their alternatives. It does not keep the folder's names, which it
/// reads once, one after the other. Names that differ only in case or in how their characters are composed count as one.
struct NameIndex {
  /// The numbers that are taken, by the name in front of them; 0 is the name itself. Names that are not keys are not
  /// tracked.
  private var taken: [String: Set<Int>] = [:]
  /// The last number that each name got: lower ones are taken, so the thousandth copy costs no more than the tenth.
  private var last: [String: Int] = [:]
  /// Numbers above this belong to the name (a date, a serial number), and are not used as alternatives.
  private static let highest = 1 << 30
  /// So many digits has the highest number.
  private static let mostDigits = 10

  init(_ incoming: some Sequence<DocumentName>) {
    taken.reserveCapacity(incoming.underestimatedCount)
    for name in incoming {
      track(name)
      addFamilies(of: name)
    }
  }

  /// The system keeps the trash of a place in Files under this name, so no document has it.
  private static let trash = DocumentName(".Trash").key

  /// Makes a name a key, so that the numbers of its alternatives are tracked.
  private mutating func track(_ name: DocumentName) {
    if taken[name.key] == nil { taken[name.key] = name.key == Self.trash ? [0] : [] }
  }

  private mutating func addFamilies(of name: DocumentName) {
    // If the name has room for the longest number, it is never cut.
    if name.hasRoom(digits: Self.mostDigits) { return }
    for digits in 1...Self.mostDigits { track(name.family(digits: digits)) }
  }

  /// Notes a name that is taken in the folder.
  mutating func insert(_ name: DocumentName) {
    taken[name.key]?.insert(0)
    if let (family, number) = name.asAlternative, number < Self.highest {
      taken[family.key]?.insert(number)
    }
  }

  /// Tells whether an incoming name is taken itself.
  func isTaken(_ name: DocumentName) -> Bool { taken[name.key]?.contains(0) == true }

  /// The next free name for an incoming one, which from now on is taken.
  mutating func next(for name: DocumentName) -> DocumentName {
    addFamilies(of: name)
    var free = name
    if isTaken(name) {
      let number = firstFree(for: name, from: last[name.key, default: 1])
      last[name.key] = number
      free = name.numbered(number)
    }
    // Record it even if no such name has arrived yet: one may arrive later.
    taken[free.key, default: []].insert(0)
    if let (family, number) = free.asAlternative, number < Self.highest {
      taken[family.key, default: []].insert(number)
    }
    return free
  }

  /// The free names for incoming ones that belong together, as the halves of a Live Photo do: all with the lowest number
  /// that is free for each. They are not taken yet.
  mutating func free(for names: [DocumentName]) -> [DocumentName] {
    for name in names { addFamilies(of: name) }
    if !names.contains(where: isTaken) { return names }
    var number = 1
    while let most = names.map({ firstFree(for: $0, from: number) }).max(), most > number { number = most }
    return names.map { $0.numbered(number) }
  }

  /// The lowest free number of a name that is taken itself, from a number on.
  private func firstFree(for name: DocumentName, from start: Int) -> Int {
    var number = start
    // Numbers of the same length have the same name in front of them.
    while taken[name.family(digits: String(number).utf8.count).key]?.contains(number) == true { number += 1 }
    return number
  }

  /// Takes back what ``next(for:)`` gave, because it was not used.
  mutating func release(_ name: DocumentName) {
    last = [:]
    taken[name.key]?.remove(0)
    if let (family, number) = name.asAlternative, number < Self.highest {
      taken[family.key]?.remove(number)
    }
  }

  /// Reads a folder once, so that ``next(for:)`` knows what is taken in it.
  /// - Parameter own: the name of an item that is to be renamed there: it is not taken by itself.
  mutating func read(_ folder: Folder, except own: FileName? = nil) throws(DiskError) {
    // An empty index needs no listing.
    if taken.isEmpty { return }
    try folder.list { name, _ in
      if name != own { insert(DocumentName(name)) }
      return true
    }
  }
}

/// The names that are taken in the folders that several entries move to: each folder is listed once, however many move.
///
/// When another process takes a name later, the exclusive rename fails, and the next name is tried.
public final class TakenNames {
  private let incoming: [DocumentName]
  private var indexes: [DocumentPath: NameIndex] = [:]

  /// - Parameter incoming: the names of all that move.
  init(_ incoming: [DocumentName]) { self.incoming = incoming }

  /// Calls a closure with the index of a folder.
  /// - Parameter own: the name of the entry if it is in that folder already: it is not taken by itself.
  func withIndex<Result>(
    of folder: Folder, at path: DocumentPath, except own: FileName? = nil,
    _ body: (inout NameIndex) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    if indexes[path] == nil {
      var index = NameIndex(incoming)
      try index.read(folder, except: own)
      indexes[path] = index
    }
    // In place: a copy for each entry would make the cost quadratic.
    return try body(&indexes[path, default: NameIndex([])])
  }
}
