import Foundation

/// Which numbers are taken for a handful of incoming names, in a folder that may be as large as it likes.
///
/// It holds the incoming names and the numbers taken among their alternatives (as ranges), never the
/// folder's names: those are shown to it once, one after the other. Names that differ only in case or in
/// how their characters are composed count as one.
struct NameIndex {
  private var taken: [IndexSet] = []
  private var families: [String: Int] = [:]
  /// Numbers above this are somebody's own (a date, a serial number), and no use to us as alternatives.
  private static let highest = 1 << 30

  init(_ incoming: some Sequence<DocumentName>) {
    for name in incoming { add(name) }
  }

  private mutating func add(_ name: DocumentName) {
    let key = name.key
    if families[key] != nil { return }
    families[key] = taken.count
    for cut in name.cutFamilies where families[cut.key] == nil { families[cut.key] = taken.count }
    taken.append(IndexSet())
  }

  /// Notes a name that is taken in the folder.
  mutating func note(_ name: DocumentName) {
    if let family = families[name.key] { taken[family].insert(0) }
    if let (of, number) = name.asAlternative, number < Self.highest, let family = families[of.key] {
      taken[family].insert(number)
    }
  }

  /// The next free name for an incoming one, which from now on is taken.
  mutating func next(for name: DocumentName) -> DocumentName {
    add(name)
    guard let family = families[name.key] else { return name }
    var number = taken[family].contains(0) ? 1 : 0
    if number == 1, let range = taken[family].rangeView(of: 1..<Self.highest).first, range.contains(1) {
      number = range.upperBound
    }
    let free = name.numbered(number)
    taken[family].insert(number)
    note(free)
    return free
  }

  /// Takes back what ``next(for:)`` gave, because it was not used.
  mutating func release(_ name: DocumentName) {
    if let family = families[name.key] { taken[family].remove(0) }
    if let (of, number) = name.asAlternative, let family = families[of.key] {
      taken[family].remove(number)
    }
  }

  /// Reads a folder once, so that ``next(for:)`` knows what is taken in it.
  ///
  /// - Parameter own: the name of an item that is to be renamed there: it is not taken by itself.
  mutating func read(_ folder: Folder, except own: FileName? = nil) throws(DiskError) {
    // An empty index is asked nothing.
    if families.isEmpty { return }
    try folder.list { name, _ in
      if name != own { note(DocumentName(name)) }
      return true
    }
  }
}
