import Foundation

/// Which numbers are taken for a handful of incoming names, in a folder that may be as large as it likes.
///
/// It holds the incoming names and the numbers taken among their alternatives (as ranges), never the
/// folder's names: those are shown to it once, one after the other. Names that differ only in case or in
/// how their characters are composed count as one.
struct NameIndex {
  /// The numbers that are taken, by the name in front of them; 0 is the name itself. Names that are not keys are not
  /// tracked.
  private var taken: [String: Taken] = [:]
  /// Numbers above this belong to the name (a date, a serial number), and are not used as alternatives.
  private static let highest = 1 << 30
  /// So many digits has the highest number.
  private static let mostDigits = 10

  /// What is taken of one name. Of most names nothing is, or the name itself: a set would cost more than all
  /// the rest.
  private struct Taken {
    var itself = false
    private(set) var numbers: IndexSet?

    mutating func insert(_ number: Int) {
      // In place: a set that is made anew for each number costs as much as all numbers before it.
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
    for name in incoming { add(name) }
  }

  private mutating func add(_ name: DocumentName) {
    track(name)
    addFamilies(of: name)
  }

  /// Makes a name a key, so that the numbers of its alternatives are tracked.
  private mutating func track(_ name: DocumentName) {
    if taken[name.key] == nil { taken[name.key] = Taken() }
  }

  private mutating func addFamilies(of name: DocumentName) {
    // The longest number leaves the least room: when the name need not be cut for that, it never is.
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

  /// The next free name for an incoming one, which from now on is taken.
  mutating func next(for name: DocumentName) -> DocumentName {
    addFamilies(of: name)
    let isFree = taken[name.key, default: Taken()].take()
    let free = isFree ? name : name.numbered(firstFree(for: name))
    // Also where no such name came in so far: one may come in later.
    if !isFree { taken[free.key, default: Taken()].itself = true }
    if let (family, number) = free.asAlternative, number < Self.highest {
      taken[family.key, default: Taken()].insert(number)
    }
    return free
  }

  /// The lowest free number of a name that is taken itself. Numbers of the same length have the same name in front of them, so each
  /// length is looked up once.
  private func firstFree(for name: DocumentName) -> Int {
    var lowest = 1
    for digits in 1...Self.mostDigits {
      let next = lowest * 10
      guard let numbers = taken[name.family(digits: digits).key]?.numbers,
        let first = numbers.rangeView(of: lowest..<next).first, first.lowerBound == lowest
      else { return lowest }
      if first.upperBound < next { return first.upperBound }
      lowest = next
    }
    return lowest
  }

  /// Takes back what ``next(for:)`` gave, because it was not used.
  mutating func release(_ name: DocumentName) {
    taken[name.key]?.itself = false
    if let (family, number) = name.asAlternative { taken[family.key]?.remove(number) }
  }

  /// Reads a folder once, so that ``next(for:)`` knows what is taken in it.
  ///
  /// - Parameter own: the name of an item that is to be renamed there: it is not taken by itself.
  mutating func read(_ folder: Folder, except own: FileName? = nil) throws(DiskError) {
    // An empty index is asked nothing.
    if taken.isEmpty { return }
    try folder.list { name, _ in
      if name != own { note(DocumentName(name)) }
      return true
    }
  }
}
