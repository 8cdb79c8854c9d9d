/// A position in a tree, with one open folder at any depth.
///
/// One descriptor for each level would exceed the limit in a deep tree, so only the present folder is open.
/// ``leave()`` opens `..` and checks that it is the folder that the cursor came from.
final class TreeCursor {
  private(set) var folder: Folder
  private var above: [FileID] = []

  init(_ root: Folder) { folder = root }

  /// Enters a subfolder of the present folder.
  func enter(_ name: FileName) throws(DiskError) {
    let file = try folder.status().file
    folder = try folder.folder(name)
    above.append(file)
  }

  /// Opens a folder below another one anew, or as much of its path as is there.
  /// - Returns: how many of the names are there.
  func reopen(_ names: [FileName], below root: Folder) throws(DiskError) -> Int {
    (folder, above) = (root, [])
    for (depth, name) in names.enumerated() {
      do throws(DiskError) {
        try enter(name)
      } catch  where error.isGone {
        return depth
      }
    }
    return names.count
  }

  /// Returns to the parent folder.
  /// - Throws: ``DiskError/Code/changed`` when another process moved the tree meanwhile.
  func leave() throws(DiskError) {
    guard let parent = above.popLast() else { return }
    folder = try folder.parent()
    if try folder.status().file != parent { throw DiskError(.changed, at: folder.path) }
  }
}

/// The steps of a walk: a folder, everything below it, the folder again.
enum TreeStep {
  /// Before a folder is opened.
  case entering(FileName)
  /// A folder was left, and its parent is the present one again.
  case left(FileName)
  /// Anything but a folder.
  case leaf(FileName, FileKind)
}

extension Folder {
  /// Visits everything below this folder, depth first, with one folder open at a time.
  ///
  /// Names are listed a folder at a time, before the first of them is visited, so a visit may remove what it visits.
  /// The names of the folders on the way down are in memory: some 4 MB for 200,000 files.
  /// - Parameters:
  ///   - skipsGone: whether a walk goes on with the rest when another process removes or moves a folder meanwhile.
  ///   - unreadable: called for a folder that cannot be opened or listed; the walk goes on with the rest unless it throws.
  ///   - visit: called with each step, the folder in which it is, and the names from this folder down to that one.
  func walk(
    skipsGone: Bool = false,
    unreadable: (DiskError) throws(DiskError) -> Void = { error throws(DiskError) in throw error },
    _ visit: (TreeStep, _ present: Folder, _ above: [FileName]) throws(DiskError) -> Void
  ) throws(DiskError) {
    let cursor = TreeCursor(self)
    var levels = [try FolderNames(of: self)]
    var names: [FileName] = []
    func attempt(_ step: () throws(DiskError) -> Void) throws(DiskError) -> Bool {
      do throws(DiskError) {
        try step()
        return true
      } catch {
        if !skipsGone || !error.isGone { try unreadable(error) }
        return false
      }
    }
    while let level = levels.indices.last {
      guard let entry = try levels[level].next(in: cursor.folder) else {
        levels.removeLast()
        guard let name = names.popLast() else { return }
        var depth = names.count
        do throws(DiskError) {
          try cursor.leave()
        } catch  where skipsGone && error.isOutdated {
          depth = try cursor.reopen(names, below: self)
        }
        try visit(.left(name), cursor.folder, names)
        while names.count > depth, let gone = names.popLast() {
          levels.removeLast()
          try visit(.left(gone), cursor.folder, names)
        }
        continue
      }
      guard entry.kind == .folder else {
        try visit(.leaf(entry.name, entry.kind), cursor.folder, names)
        continue
      }
      try visit(.entering(entry.name), cursor.folder, names)
      guard try attempt({ () throws(DiskError) in try cursor.enter(entry.name) }) else {
        try visit(.left(entry.name), cursor.folder, names)
        continue
      }
      names.append(entry.name)
      levels.append(FolderNames())
      _ = try attempt { () throws(DiskError) in levels[level + 1] = try FolderNames(of: cursor.folder) }
    }
  }

  /// The same for each entry below alone, folders before what is in them.
  func walkEntries(
    skipsGone: Bool = false,
    unreadable: (DiskError) throws(DiskError) -> Void = { error throws(DiskError) in throw error },
    _ visit: (_ name: FileName, _ present: Folder, _ above: [FileName]) throws(DiskError) -> Void
  ) throws(DiskError) {
    try walk(skipsGone: skipsGone, unreadable: unreadable) { step, present, above throws(DiskError) in
      switch step {
      case .entering(let name), .leaf(let name, _): try visit(name, present, above)
      case .left: break
      }
    }
  }

  /// Removes what a walk visits, a folder after what is in it.
  func remove(_ step: TreeStep) throws(DiskError) {
    switch step {
    case .entering(let name): try self[name].makeMovable()
    case .left(let name): try self[name].removeFolder()
    case .leaf(let name, _): try self[name].removeFile()
    }
  }
}

/// The names in a folder that were not visited yet, in one block of memory. As separate values 200,000 of
/// them would take 20 MB, the whole memory of an extension.
struct FolderNames {
  private var bytes: [UInt8] = []
  private var lengths: [UInt16] = []
  private var kinds: [FileKind?] = []

  /// None: of a folder that is gone or cannot be read.
  init() {}

  init(of folder: Folder) throws(DiskError) {
    var listed = (bytes: [UInt8](), lengths: [UInt16](), kinds: [FileKind?]())
    try folder.list { name, kind in
      listed.bytes += name.bytes
      // A name has 765 bytes at most: see `DocumentName.longest`.
      listed.lengths.append(UInt16(name.bytes.count))
      listed.kinds.append(kind)
      return true
    }
    (bytes, lengths, kinds) = listed
  }

  /// How many are left.
  var count: Int { lengths.count }

  /// Tells whether the listing has the kind of each.
  var haveKinds: Bool { !kinds.contains(nil) }

  /// Calls a closure with the bytes of each name, and its kind as far as the listing has it.
  func visit(_ body: (_ name: ArraySlice<UInt8>, _ kind: FileKind?) -> Void) {
    var start = 0
    for (length, kind) in zip(lengths, kinds) {
      body(bytes[start..<start + Int(length)], kind)
      start += Int(length)
    }
  }

  /// The next name and its kind, or nil after the last. Names that were removed meanwhile are skipped.
  mutating func next(in folder: Folder) throws(DiskError) -> (name: FileName, kind: FileKind)? {
    while let length = lengths.popLast(), let known = kinds.popLast() {
      let name = FileName(bytes: bytes.suffix(Int(length)))
      bytes.removeLast(Int(length))
      if let known { return (name, known) }
      do throws(DiskError) {
        return (name, try folder[name].status().kind)
      } catch  where error.code == .notFound {
        continue
      }
    }
    return nil
  }
}
