/// Writes the entries of an archive into a folder that other processes cannot see.
///
/// Nothing but the folder is written to: names are made from what the archive says, and only in folders that this made.
/// An error, a cancel or a kill leaves a part; the caller removes the folder.
final class Extraction {
  /// The links and devices that were not made, by their paths in the archive: the first ones.
  private(set) var leftOut: [String] = []

  private let contents: ArchiveContents
  private let window: ArchiveWindow
  private let root: Folder
  private let copier: Copier
  private var names = EntryNames()
  /// How many folders were made.
  private var made = 0
  /// The folder of the last entry: the next one is often in it, too.
  private var present: (names: [DocumentName], folder: Folder, key: EntryNames.FolderKey)
  private let inflater = Inflater()
  private var disk: Disk { root.disk }

  /// So many paths of what was left out are kept: more than the user will read.
  private static let mostPaths = 100

  /// - Parameters:
  ///   - window: the archive, apart from the one that its directory is read by.
  ///   - copier: it is told of each byte that is written, and asked whether to go on.
  init(of contents: ArchiveContents, in window: ArchiveWindow, to root: Folder, copier: Copier) {
    (self.contents, self.window, self.root, self.copier) = (contents, window, root, copier)
    present = ([], root, 0)
  }

  /// Writes all entries, gives the folders their dates, and syncs everything. A cancel ends each of these.
  ///
  /// - Throws: ``ArchiveError/excessive`` when the paths make too many folders, what the contents are damaged by, and the
  ///   errors of the disk.
  func run() throws(ArchiveError) {
    try contents.forEach { entry, path throws(ArchiveError) in
      // Empty ones are many without a byte.
      try goOn()
      try write(entry, path)
    }
    // Only now: each entry that is made in a folder changes its date.
    try contents.forEach { entry, path throws(ArchiveError) in
      try goOn()
      guard !path.isNote, isFolder(entry, path), !path.names.isEmpty, let time = entry.modified else {
        return
      }
      let folder = try enter(path.names[...])
      try ArchiveError.onDisk { () throws(DiskError) in
        try folder.withDescriptor { opened throws(DiskError) in try disk.setModified(opened, time) }
      }
    }
    present = ([], root, 0)
    try ArchiveError.onDisk { () throws(DiskError) in
      try root.walk { step, present throws(DiskError) in
        guard case .left(let name) = step else { return }
        if copier.isCancelled() { throw DiskError(.cancelled, at: "") }
        try present.folder(name).sync()
      }
      try root.sync()
    }
  }

  /// - Throws: ``DiskError/Code/cancelled`` when the user cancelled.
  private func goOn() throws(ArchiveError) {
    if copier.isCancelled() { throw .disk(DiskError(.cancelled, at: "")) }
  }

  private func isFolder(_ entry: ArchiveEntry, _ path: EntryPath) -> Bool {
    entry.kind == .folder || entry.kind == .file && path.isFolder
  }

  private func write(_ entry: ArchiveEntry, _ path: EntryPath) throws(ArchiveError) {
    if path.isNote { return }
    if entry.kind == .other {
      if leftOut.count < Self.mostPaths { leftOut.append(contents.text(of: entry)) }
      return
    }
    if isFolder(entry, path) {
      _ = try enter(path.names[...])
    } else if let name = path.names.last {
      let range = try contents.place(of: entry, in: window)
      let folder = try enter(path.names.dropLast())
      try write(entry, range, to: folder, as: name)
    }
  }

  /// The folder of these names; makes those that are not there.
  private func enter(_ wanted: ArraySlice<DocumentName>) throws(ArchiveError) -> Folder {
    if !wanted.starts(with: present.names) { present = ([], root, 0) }
    for name in wanted.dropFirst(present.names.count) {
      let (given, key, isNew) = names.folder(name, in: present.key)
      if isNew {
        made += 1
        // One entry can name 64 of them, and none of those has an entry of its own that would be counted.
        guard made <= contents.limit else { throw .excessive }
      }
      let parent = present.folder
      let folder = try ArchiveError.onDisk { () throws(DiskError) in
        isNew ? try makeFolder(name, as: given, key, in: parent) : try parent.folder(given.fileName)
      }
      present = (present.names + [name], folder, key)
    }
    return present.folder
  }

  /// Makes a folder under the name that it was given, or under the next free one that the volume knows.
  private func makeFolder(
    _ name: DocumentName, as given: DocumentName, _ key: EntryNames.FolderKey, in parent: Folder
  ) throws(DiskError) -> Folder {
    let known = try name.orFallback { tried throws(DiskError) in
      let known = tried == name ? given : names.rename(key, to: tried, in: present.key)
      try parent.makeFolder(known.fileName)
      return known
    }
    let folder = try parent.folder(known.fileName)
    try folder.withDescriptor { opened throws(DiskError) in _ = try disk.identifyAnew(opened) }
    return folder
  }

  /// Writes a file under the next free name, of those that the volume knows.
  private func write(
    _ entry: ArchiveEntry, _ range: Range<Int64>, to folder: Folder, as wanted: DocumentName
  ) throws(ArchiveError) {
    let (file, name) = try ArchiveError.onDisk { () throws(DiskError) in
      try wanted.orFallback { tried throws(DiskError) in
        let name = names.next(for: tried, in: present.key).fileName
        return (try folder.createFile(name), name)
      }
    }
    do throws(ArchiveError) {
      try ArchiveError.onDisk { () throws(DiskError) in try disk.protect(file) }
      try write(entry, range, to: file)
      try ArchiveError.onDisk { () throws(DiskError) in
        if let time = entry.modified { try disk.setModified(file, time) }
        // It holds the size and the date.
        try disk.identifyAnew(file)
        try disk.sync(file)
      }
    } catch {
      // The file is thrown away, so what a close could say of it does not matter any more.
      try? disk.close(file)
      if case .disk(let error) = error { throw .disk(error.at(folder.place(name))) }
      throw error
    }
    try ArchiveError.onDisk { () throws(DiskError) in try disk.close(file) }
  }

  private func write(
    _ entry: ArchiveEntry, _ range: Range<Int64>, to file: Descriptor
  ) throws(ArchiveError) {
    var (done, checksum) = (Int64(0), Checksum())
    func add(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
      try goOn()
      // More than it said is a bomb, or damaged; of neither a byte too many is written.
      guard Int64(bytes.count) <= entry.size - done else { throw .damaged }
      try ArchiveError.onDisk { () throws(DiskError) in try disk.writeAll(bytes, to: file, at: done) }
      checksum.add(bytes)
      done += Int64(bytes.count)
      copier.progress(Int64(bytes.count))
    }
    if entry.isStored {
      while done < entry.size {
        try add(window.chunk(at: range.lowerBound + done, atMost: entry.size - done))
      }
    } else if entry.packedSize > 0 {
      try inflater.inflate(range, of: window, add)
    }
    guard done == entry.size, checksum.value == entry.checksum else { throw .damaged }
  }
}
