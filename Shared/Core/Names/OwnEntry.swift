/// An entry that may become one of the app's documents: the app has written the attributes of the app's that it carries, its
/// identity among them. Only such an entry can be renamed into Documents: see ``Folder/moveIn(_:as:_:)``.
struct OwnEntry {
  let entry: Entry

  private init(_ entry: Entry) { self.entry = entry }

  /// A document, in Documents, in the trash, or on its way between them.
  static func document(_ entry: Entry) -> OwnEntry { OwnEntry(entry) }

  /// What the app has staged: the app has written all that it carries.
  static func staged(_ entry: Entry) -> OwnEntry { OwnEntry(entry) }

  /// What another program wrote, or may have written: it is made the app's.
  ///
  /// Removes the app's attributes from an entry and everything below it, because they may come from outside, gives each file
  /// and folder an identity that no other has, sets its protection class, and syncs it. Files that cannot be read are made
  /// readable, and bits that let a file run as another user go. A file with a second name is copied, because two documents
  /// of one file would have one identity. A link stays as it is: it carries nothing.
  ///
  /// The entry lies where no scan looks. If the process is killed here, some of it is done, and the next call begins again. A
  /// copy that is not in its place yet is in `Staging`, and is swept.
  /// - Parameter setAttributes: called before the sync, for attributes that the new document is to have.
  /// - Throws: the error of the disk, also for a file that still cannot be read, because the device is locked. The entry must
  ///   not be published then.
  static func made(
    of entry: Entry, in container: Container, _ setAttributes: () throws(DiskError) -> Void = {}
  ) throws(DiskError) -> OwnEntry {
    func make() throws(DiskError) {
      try entry.copyFilesOfSeveralNames(container)
      try entry.writeNewIdentities()
      try setAttributes()
      try entry.protectAndSync()
    }
    do throws(DiskError) {
      try make()
    } catch  where error.code == .denied {
      try entry.visitTree { entry, _, _ throws(DiskError) in try entry.makeMovable() }
      try make()
    }
    return OwnEntry(entry)
  }
}

extension Entry {
  /// Puts a copy in the place of each file that has a second name, by one exchange. The other name keeps the file.
  fileprivate func copyFilesOfSeveralNames(_ container: Container) throws(DiskError) {
    try visitTree { entry, kind, _ throws(DiskError) in
      guard kind == .file, try entry.status().linkCount > 1 else { return }
      let staging = try container.open(.staging)
      let parcel = staging[Parcel.freshName()]
      try parcel.makeFolder()
      // What this cannot remove, the sweep removes some days later.
      defer { try? parcel.removeTree() }
      let copy = try staging.folder(parcel.name)[entry.name]
      try Copier().copy(entry, to: copy)
      try copy.exchange(with: entry)
    }
  }

  /// Removes the app's attributes from an entry and everything below it, and gives each file and folder a new identity. If the
  /// process is killed here, some have one, and the next call begins again.
  func writeNewIdentities() throws(DiskError) {
    try visitTree { entry, kind, above throws(DiskError) in
      if kind == .folder || above == nil { try entry.makeMovable() }
      let opened = try entry.open(kind)
      let mode = try opened.status().mode
      if mode & 0o777 != mode { try opened.setMode(mode & 0o777) }
      try opened.removeOwnAttributes()
      try opened.writeNewIdentity()
    }
  }

  /// Sets the protection class of each file and folder of a tree, and syncs it: a folder after what is in it.
  fileprivate func protectAndSync() throws(DiskError) {
    func sync(_ opened: OpenFile) throws(DiskError) {
      // If its protection class cannot be set, it is readable only while the device is unlocked.
      try? opened.protect()
      try opened.sync()
    }
    guard let opened = try open() else { return }
    if try status().kind == .folder {
      try folder.folder(name).walk { step, present, _ throws(DiskError) in
        switch step {
        case .leaf(let name, .file): try sync(present[name].open(.file))
        case .left(let name): try sync(present[name].open(.folder))
        case .leaf, .entering: break
        }
      }
    }
    try sync(opened)
  }

  /// Visits an entry, if it is a file or a folder, and each file and folder below it, folders before what is in them.
  /// - Parameter visit: called with each one, its kind, and the names from the entry down to the folder that it is in; nil for
  ///   the entry itself.
  fileprivate func visitTree(
    _ visit: (Entry, FileKind, _ above: [FileName]?) throws(DiskError) -> Void
  ) throws(DiskError) {
    let kind = try status().kind
    guard kind == .file || kind == .folder else { return }
    try visit(self, kind, nil)
    guard kind == .folder else { return }
    try folder.folder(name).walk { step, present, above throws(DiskError) in
      switch step {
      case .entering(let name): try visit(present[name], .folder, above)
      case .leaf(let name, .file): try visit(present[name], .file, above)
      case .leaf, .left: break
      }
    }
  }
}

/// What the app wrote on the entries of a tree, and takes off again because the tree leaves for iCloud.
struct OwnAttributes {
  /// Of each file and folder that had some: its path below the top, empty for the top, and the attributes by their names.
  private var found: [(path: [FileName], values: [String: [UInt8]])] = []

  /// Takes the app's attributes off an entry and everything below it, and remembers them: some hundred bytes in memory for
  /// each file.
  ///
  /// If the process is killed here, some are gone for good. The next scan gives each file that it knows its identity back.
  /// - Throws: the error of the disk; what was taken until then is remembered.
  mutating func remove(from entry: Entry) throws(DiskError) {
    try entry.visitTree { entry, kind, above throws(DiskError) in
      let names = try entry.open(kind).attributes().filter(Identity.isOwn)
      if names.isEmpty { return }
      try entry.makeMovable()
      let opened = try entry.open(kind)
      var values: [String: [UInt8]] = [:]
      for name in names { values[name] = try opened.attribute(name) }
      found.append((above.map { $0 + [entry.name] } ?? [], values))
      for name in names { try opened.setAttribute(name, nil) }
    }
  }

  /// Gives an entry and everything below it what it had, and syncs it. What cannot be written now is lost, except the
  /// identities, as above.
  func restore(to entry: Entry) {
    for (path, values) in found {
      do throws(DiskError) {
        var present = entry
        for name in path { present = try present.folder.folder(present.name)[name] }
        guard let opened = try present.open() else { continue }
        for (name, value) in values { try opened.setAttribute(name, value) }
        try opened.sync()
      } catch {
        Log.documents.error("What the app had noted on a document that iCloud refused is lost:", error)
      }
    }
  }
}
