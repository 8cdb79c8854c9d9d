/// What makes an entry that another program wrote, or may have written, one of the app's documents. Every way into Documents
/// calls it, before the rename that publishes, for what is no copy of the app's own.
extension Folder {
  /// Removes the app's attributes from an entry and everything below it, because they may come from outside, gives each file
  /// and folder an identity that no other has, sets its protection class, and syncs it. Files that cannot be read are made
  /// readable. A link stays as it is: it carries nothing.
  ///
  /// The entry lies where no scan looks. If the process is killed here, some of it is done, and the next call begins again.
  /// - Parameter note: called before the sync, for attributes that the new document is to have.
  /// - Throws: the error of the disk, also for a file that still cannot be read, because the device is locked. The entry must
  ///   not be published then.
  func makeOurs(
    _ name: FileName, _ kind: FileKind, _ note: () throws(DiskError) -> Void = {}
  ) throws(DiskError) {
    guard kind == .file || kind == .folder else { return }
    func make() throws(DiskError) {
      try writeNewIdentities(of: name, kind)
      try note()
      try protectAndSync(name, kind)
    }
    do throws(DiskError) {
      try make()
    } catch  where error.code == .denied {
      try visitTree(name, kind) { name, _, present, _ throws(DiskError) in try present.makeMovable(name) }
      try make()
    }
  }

  /// Removes the app's attributes from an entry and everything below it, and gives each file and folder a new identity. If the
  /// process is killed here, some have one, and the next call begins again.
  func writeNewIdentities(of name: FileName, _ kind: FileKind) throws(DiskError) {
    try visitTree(name, kind) { name, kind, present, above throws(DiskError) in
      if kind == .folder || above == nil { try present.makeMovable(name) }
      let opened = try present.open(name, kind)
      try opened.removeOwnAttributes()
      try opened.writeNewIdentity()
    }
  }

  /// Sets the protection class of each file and folder of a tree, and syncs it: a folder after what is in it.
  private func protectAndSync(_ name: FileName, _ kind: FileKind) throws(DiskError) {
    func sync(_ opened: OpenFile) throws(DiskError) {
      // If its protection class cannot be set, it is readable only while the device is unlocked.
      try? opened.protect()
      try opened.sync()
    }
    if kind == .folder {
      try folder(name).walk { step, present, _ throws(DiskError) in
        switch step {
        case .leaf(let name, .file): try sync(present.open(name, .file))
        case .left(let name): try sync(present.open(name, .folder))
        case .leaf, .entering: break
        }
      }
    }
    try sync(open(name, kind))
  }

  /// Visits an entry, if it is a file or a folder, and each file and folder below it, folders before what is in them.
  /// - Parameter visit: called with the name, the kind, the folder in which it is, and the names from the entry down to that
  ///   one; none of the entry itself.
  fileprivate func visitTree(
    _ name: FileName, _ kind: FileKind,
    _ visit: (FileName, FileKind, _ present: Folder, _ above: [FileName]?) throws(DiskError) -> Void
  ) throws(DiskError) {
    guard kind == .file || kind == .folder else { return }
    try visit(name, kind, self, nil)
    guard kind == .folder else { return }
    try folder(name).walk { step, present, above throws(DiskError) in
      switch step {
      case .entering(let name): try visit(name, .folder, present, above)
      case .leaf(let name, .file): try visit(name, .file, present, above)
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
  mutating func take(from name: FileName, of folder: Folder) throws(DiskError) {
    try folder.visitTree(name, folder.status(name).kind) { name, kind, present, above throws(DiskError) in
      let names = try present.open(name, kind).attributes().filter(Identity.isOwn)
      if names.isEmpty { return }
      try present.makeMovable(name)
      let opened = try present.open(name, kind)
      var values: [String: [UInt8]] = [:]
      for name in names { values[name] = try opened.attribute(name) }
      found.append((above.map { $0 + [name] } ?? [], values))
      for name in names { try opened.setAttribute(name, nil) }
    }
  }

  /// Gives an entry and everything below it what it had, and syncs it. What cannot be written now is lost, except the
  /// identities, as above.
  func giveBack(to name: FileName, of folder: Folder) {
    for (path, values) in found {
      do throws(DiskError) {
        var (present, last) = (folder, name)
        for name in path {
          present = try present.folder(last)
          last = name
        }
        guard let opened = try present.open(last) else { continue }
        for (name, value) in values { try opened.setAttribute(name, value) }
        try opened.sync()
      } catch {
        Log.documents.error("What the app had noted on a document that iCloud refused is lost:", error)
      }
    }
  }
}
