/// What a ``DocumentIndex`` holds of the contents of a folder.
struct IndexedFolder: Sendable {
  /// In no order.
  private(set) var entries: [DocumentEntry] = []
  /// Where each name is among the entries.
  private var places: [FileName: Int32] = [:]
  /// The folder's times at its last whole listing; nil before the first, and when it has to be listed again.
  var times: FolderTimes?
  /// Whether it was ever listed.
  var isKnown = false
  /// Why it could not be listed last; nil when it could.
  var failure: DiskError?

  /// The place of a name among ``entries``.
  func place(of name: FileName) -> Int? { places[name].map { Int($0) } }

  /// The entry of a name.
  subscript(name: FileName) -> DocumentEntry? { place(of: name).map { entries[$0] } }

  /// The folders that can be gone into.
  var folders: [FileName] { entries.indices.lazy.filter { entries[$0].isFolder }.map { entries[$0].name } }

  /// Makes room for so many entries, so that no array of them is copied while they are added.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    places.reserveCapacity(count)
  }

  /// Adds an entry, or puts it in the place of the one of its name.
  mutating func set(_ entry: DocumentEntry) {
    if let place = place(of: entry.name) {
      entries[place] = entry
    } else {
      places[entry.name] = Int32(entries.count)
      entries.append(entry)
    }
  }

  /// Takes over the dates of a folder in it.
  ///
  /// - Returns: whether they were other ones.
  mutating func date(_ name: FileName, _ status: FileStatus) -> Bool {
    guard let place = place(of: name) else { return false }
    let old = entries[place]
    entries[place].date(status)
    return (old.modified, old.changed) != (status.modified, status.changed)
  }

  /// Removes an entry. The last one takes its place.
  mutating func remove(at place: Int) {
    places[entries[place].name] = nil
    entries.swapAt(place, entries.count - 1)
    entries.removeLast()
    if place < entries.count { places[entries[place].name] = Int32(place) }
  }
}

extension DocumentEntry {
  /// Takes over the dates and the size of a file.
  mutating func date(_ status: FileStatus) {
    (created, modified, changed) = (status.created, status.modified, status.changed)
    size = status.kind == .folder ? 0 : status.size
  }

  /// Whether a file is as it was when it was read.
  func isUnchanged(_ status: FileStatus) -> Bool {
    !isSealed && kind == status.kind && identity.file == status.file
      && (kind == .folder || size == status.size) && modified == status.modified && changed == status.changed
  }
}
