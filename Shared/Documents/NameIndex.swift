import Foundation

/// Which numbers are taken for a handful of incoming names, in a folder that may be as large as it likes.
///
/// It holds the incoming names and the numbers taken among their alternatives (as ranges), never the
/// folder's names: those are shown to it once, one after the other. Names that differ only in case or in
/// how their characters are composed count as one.
struct NameIndex {
  /// The numbers that are taken, by the name in front of them; 0 is the name itself. What is not a key is
  /// nobody's concern.
  private var taken: [String: IndexSet] = [:]
  /// Numbers above this are somebody's own (a date, a serial number), and no use to us as alternatives.
  private static let highest = 1 << 30
  /// So many digits has the highest number.
  private static let mostDigits = 10

  init(_ incoming: some Sequence<DocumentName>) {
    for name in incoming { add(name) }
  }

  private mutating func add(_ name: DocumentName) {
    if taken[name.key] == nil { taken[name.key] = IndexSet() }
    // The longest number leaves the least room: when the name need not be cut for that, it never is.
    if name.family(digits: Self.mostDigits) == name { return }
    for digits in 1...Self.mostDigits {
      let key = name.family(digits: digits).key
      if taken[key] == nil { taken[key] = IndexSet() }
    }
  }

  /// Notes a name that is taken in the folder.
  mutating func note(_ name: DocumentName) {
    taken[name.key]?.insert(0)
    if let (family, number) = name.asAlternative, number < Self.highest {
      taken[family.key]?.insert(number)
    }
  }

  /// The next free name for an incoming one, which from now on is taken.
  mutating func next(for name: DocumentName) -> DocumentName {
    add(name)
    let free = name.numbered(firstFree(for: name))
    // Also where no such name came in so far: one may come in later.
    taken[free.key, default: IndexSet()].insert(0)
    if let (family, number) = free.asAlternative, number < Self.highest {
      taken[family.key, default: IndexSet()].insert(number)
    }
    return free
  }

  /// The lowest free number. Numbers of the same length have the same name in front of them, so each
  /// length is looked up once.
  private func firstFree(for name: DocumentName) -> Int {
    guard taken[name.key]?.contains(0) == true else { return 0 }
    var lowest = 1
    for digits in 1...Self.mostDigits {
      let next = lowest * 10
      guard let numbers = taken[name.family(digits: digits).key],
        let first = numbers.rangeView(of: lowest..<next).first, first.lowerBound == lowest
      else { return lowest }
      if first.upperBound < next { return first.upperBound }
      lowest = next
    }
    return lowest
  }

  /// Takes back what ``next(for:)`` gave, because it was not used.
  mutating func release(_ name: DocumentName) {
    taken[name.key]?.remove(0)
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
