/// What a ``DocumentIndex`` holds of a document or folder: what a list shows of it, and what a look and a search compare.
struct IndexedEntry: Sendable {
  var entry: DocumentEntry
  /// When anything about the file last changed.
  var changed: FileTime
  /// The name without case and accents; nil where that is the name itself.
  var folded: [UInt8]?
  /// Whether it could not be opened, so that its attributes are unknown. The next look reads it again.
  var isSealed = false

  var name: FileName { entry.path.names.last ?? "" }

  /// Takes over the dates and the size of a file.
  mutating func date(_ status: FileStatus) {
    (entry.modified, changed) = (status.modified, status.changed)
    entry.size = status.kind == .folder ? 0 : status.size
  }

  /// Whether a file is as it was when it was read.
  func isUnchanged(_ status: FileStatus) -> Bool {
    !isSealed && entry.kind == status.kind && entry.identity.inode == status.inode
      && (entry.kind == .folder || entry.size == status.size) && entry.modified == status.modified
      && changed == status.changed
  }
}

/// What a ``DocumentIndex`` holds of the contents of a folder.
struct IndexedFolder: Sendable {
  /// In no order.
  private(set) var entries: [IndexedEntry] = []
  /// Where each name is among the entries.
  private var places: [FileName: Int32] = [:]
  /// The folder's times at its last whole listing; nil before the first, and when it has to be listed again.
  var times: FolderTimes?
  /// Whether it was ever listed.
  var isKnown = false
  /// Why it could not be listed last; nil when it could.
  var failure: DiskError?

  /// The entry of a name, among ``entries``.
  func place(of name: FileName) -> Int? { places[name].map { Int($0) } }

  /// The entry of a name.
  subscript(name: FileName) -> IndexedEntry? { place(of: name).map { entries[$0] } }

  /// The names of the folders that can be gone into.
  var folders: [FileName] { entries.filter(\.entry.isFolder).map(\.name) }

  /// Makes room for more entries, so that no array of them is copied while they are added.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(entries.count + count)
    places.reserveCapacity(places.count + count)
  }

  /// Adds an entry, or puts it in the place of the one of its name.
  mutating func set(_ entry: IndexedEntry) {
    if let place = place(of: entry.name) {
      entries[place] = entry
    } else {
      places[entry.name] = Int32(entries.count)
      entries.append(entry)
    }
  }

  /// Takes over the dates of a folder in it.
  ///
  /// - Returns: whether they are new.
  mutating func date(_ name: FileName, _ status: FileStatus) -> Bool {
    guard let place = place(of: name), !entries[place].isUnchanged(status) else { return false }
    entries[place].date(status)
    return true
  }

  /// Removes an entry. The last one takes its place.
  mutating func remove(at place: Int) {
    places[entries[place].name] = nil
    entries.swapAt(place, entries.count - 1)
    entries.removeLast()
    if place < entries.count { places[entries[place].name] = Int32(place) }
  }
}
