/// What an archive holds, checked before anything of it is written.
struct ArchiveContents {
  /// How many entries there are.
  private(set) var count: Int64 = 0
  /// How many bytes they have.
  private(set) var size: Int64 = 0
  /// What separates the names of a path: a backslash where no entry has a slash.
  private(set) var separator = EntryPath.backslash
  /// Where each entry's local header begins, in order, and where the directory does.
  private var starts: [Int64] = []
  private let directory: ArchiveDirectory
  /// How many entries there may be, and how many folders their paths may make.
  let limit: Int
  private let encoding: NameEncoding

  /// Reads the whole directory.
  ///
  /// - Throws: ``ArchiveError/damaged`` when entries overlap: a small archive can hold petabytes in such
  ///   (<https://www.usenix.org/conference/woot19/presentation/fifield>). ``ArchiveError/excessive`` when they are more than
  ///   ``ArchiveLimits`` allows, and what ``ArchiveDirectory/forEach(upTo:_:)`` throws.
  init(
    _ window: ArchiveWindow, limit: Int, encoding: NameEncoding = NameEncoding()
  ) throws(ArchiveError) {
    directory = try ArchiveDirectory(window)
    self.limit = limit
    self.encoding = encoding
    var ranges: [Range<Int64>] = []
    try directory.forEach(upTo: limit) { entry throws(ArchiveError) in
      count += 1
      size += entry.size
      if entry.path.contains(EntryPath.slash) { separator = EntryPath.slash }
      ranges.append(entry.header..<entry.header + entry.leastLength)
      guard size <= ArchiveLimits.harmless || size / ArchiveLimits.ratio <= window.length else {
        throw .excessive
      }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var end: Int64 = 0
    for range in ranges {
      guard range.lowerBound >= end else { throw .damaged }
      end = range.upperBound
    }
    guard end <= directory.range.lowerBound else { throw .damaged }
    starts = ranges.map(\.lowerBound) + [directory.range.lowerBound]
    try forEach { entry, path throws(ArchiveError) in
      guard path.names.count <= ArchiveLimits.depth else { throw .excessive }
      // A folder with contents would be a file, too.
      let isFolder = entry.kind == .folder || path.isFolder
      guard !isFolder || entry.size == 0 else { throw .damaged }
    }
  }

  /// Every entry with its path, in the order of the directory.
  func forEach(
    _ body: (ArchiveEntry, EntryPath) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try directory.forEach(upTo: limit) { entry throws(ArchiveError) in
      try body(entry, EntryPath(text(of: entry), separator: separator))
    }
  }

  /// The path of an entry, as the archive has it.
  func text(of entry: ArchiveEntry) -> String { encoding.text(entry.path) }

  /// Where the contents of an entry are.
  ///
  /// - Throws: ``ArchiveError/damaged`` when its local header says something else, or they run into the next entry.
  func place(of entry: ArchiveEntry, in window: ArchiveWindow) throws(ArchiveError) -> Range<Int64> {
    let start = try entry.contents(in: window)
    let end = start + entry.packedSize
    // The first start behind its own. Its own is among them, and no two are the same.
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] > entry.header { high = middle } else { low = middle + 1 }
    }
    guard low < starts.count, end <= starts[low] else { throw .damaged }
    return start..<end
  }
}
