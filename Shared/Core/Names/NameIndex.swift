import Foundation

/// The numbers that are taken for a few incoming names, in a folder of any size.
///
/// It keeps the incoming names and the taken numbers of their alternatives, as ranges. It does not keep the folder's
/// names, which it reads once, one after the other. Names that differ only in case or in how their characters are
/// composed count as one.
struct NameIndex {
  /// The numbers that are taken, by the name in front of them. Names that are not keys are not tracked.
  private var taken: [String: TakenNumbers] = [:]
  /// Numbers above this belong to the name (a date, a serial number), and are not used as alternatives.
  private static let highest = 1 << 30
  /// So many digits has the highest number.
  private static let mostDigits = 10

  /// The taken numbers of one name. Most names have none, or only the name itself, so the set is made on demand.
  private struct TakenNumbers {
    var itself = false
    private(set) var numbers: IndexSet?

    mutating func insert(_ number: Int) {
      // Change the set in place. A copy for each number would make the cost quadratic.
      if numbers == nil { numbers = IndexSet() }
      numbers?.insert(number)
    }

    mutating func remove(_ number: Int) { numbers?.remove(number) }

    /// Takes the name itself; false when it was taken.
    mutating func take() -> Bool {
      defer { itself = true }
      return !itself
    }
  }

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
    if taken[name.key] == nil { taken[name.key] = TakenNumbers(itself: name.key == Self.trash) }
  }

  private mutating func addFamilies(of name: DocumentName) {
    // If the name has room for the longest number, it is never cut.
    if name.hasRoom(digits: Self.mostDigits) { return }
    for digits in 1...Self.mostDigits { track(name.family(digits: digits)) }
  }

  /// Notes a name that is taken in the folder.
  mutating func note(_ name: DocumentName) {
    taken[name.key]?.itself = true
    if let (family, number) = name.asAlternative, number < Self.highest {
      taken[family.key]?.insert(number)
    }
  }

  /// Tells whether an incoming name is taken itself.
  func isTaken(_ name: DocumentName) -> Bool { taken[name.key]?.itself == true }

  /// The next free name for an incoming one, which from now on is taken.
  mutating func next(for name: DocumentName) -> DocumentName {
    addFamilies(of: name)
    let isFree = taken[name.key, default: TakenNumbers()].take()
    let free = isFree ? name : name.numbered(firstFree(for: name))
    // Record it even if no such name has arrived yet: one may arrive later.
    if !isFree { taken[free.key, default: TakenNumbers()].itself = true }
    if let (family, number) = free.asAlternative, number < Self.highest {
      taken[family.key, default: TakenNumbers()].insert(number)
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

  /// The lowest free number of a name that is taken itself. Numbers of the same length have the same name in front of
  /// them, so each length is looked up once.
  /// - Parameter start: the lowest number that will do.
  private func firstFree(for name: DocumentName, from start: Int = 1) -> Int {
    var lowest = 1
    for digits in 1...Self.mostDigits {
      let next = lowest * 10
      defer { lowest = next }
      if start >= next { continue }
      let from = max(lowest, start)
      // A view that begins behind a range of the set must not be read: it would be a range that ends before it begins.
      guard let numbers = taken[name.family(digits: digits).key]?.numbers, numbers.contains(from),
        let first = numbers.rangeView(of: from..<next).first
      else { return from }
      if first.upperBound < next { return first.upperBound }
    }
    return lowest
  }

  /// Takes back what ``next(for:)`` gave, because it was not used.
  mutating func release(_ name: DocumentName) {
    taken[name.key]?.itself = false
    if let (family, number) = name.asAlternative, number < Self.highest {
      taken[family.key]?.remove(number)
    }
  }

  /// Reads a folder once, so that ``next(for:)`` knows what is taken in it.
  ///
  /// - Parameter own: the name of an item that is to be renamed there: it is not taken by itself.
  mutating func read(_ folder: Folder, except own: FileName? = nil) throws(DiskError) {
    // An empty index needs no listing.
    if taken.isEmpty { return }
    try folder.list { name, _ in
      if name != own { note(DocumentName(name)) }
      return true
    }
  }
}

/// The names that are taken in the folders that several entries move to: each folder is listed once, however many move.
///
/// When another process takes a name later, the exclusive rename fails, and the next name is tried.
final class TakenNames {
  private let incoming: [DocumentName]
  private var indexes: [DocumentPath: NameIndex] = [:]

  /// - Parameter incoming: the names of all that move.
  init(_ incoming: [DocumentName]) { self.incoming = incoming }

  /// Calls a closure with the index of a folder.
  ///
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
