/// An entry of a folder as it was when the app read it: its name, its status, and what it carries.
struct EntrySnapshot {
  let name: FileName
  let status: FileStatus
  let file: FileID
  /// nil when the file cannot be opened.
  var attributes: PersonalAttributes?
  /// The path in a symbolic link.
  var target: FileName?
  /// The identity that the file carries; nil for none, and while ``attributes`` cannot be read.
  var identity: Identity?

  /// Whether an identity can be read and written: not on a symbolic link, nor on a file that cannot be opened.
  var isIdentifiable: Bool { attributes != nil && status.kind != .link }
}

extension Folder {
  /// Reads the entry of a name. Returns nil when it does not exist or cannot be an item. All values come from one
  /// open file, so they belong to the same file.
  ///
  /// - Parameter kind: the kind that the caller expects. An entry of another kind counts as missing.
  func entry(_ name: FileName, _ kind: FileKind? = nil) throws(DiskError) -> EntrySnapshot? {
    do throws(DiskError) {
      let kind = if let kind { kind } else { try status(name).kind }
      if kind == .special { return nil }
      do throws(DiskError) {
        if kind != .link { return try openEntry(name, kind) }
      } catch  where error.code == .denied {
        // A file that cannot be opened is still an item.
      }
      let status = try status(name)
      guard status.kind == kind else { return nil }
      let isLink = kind == .link
      return EntrySnapshot(
        name: name, status: status, file: try identify(name), attributes: isLink ? PersonalAttributes() : nil,
        target: isLink ? try readLink(name) : nil)
    } catch  where error.isGone || error.code == .special {
      return nil
    }
  }

  private func openEntry(_ name: FileName, _ kind: FileKind) throws(DiskError) -> EntrySnapshot? {
    try withOpen(name, kind) { opened throws(DiskError) in
      let status = try disk.status(opened, nil)
      guard status.kind == kind else { return nil }
      return EntrySnapshot(
        name: name, status: status, file: try disk.identify(opened, nil),
        attributes: try disk.personalAttributes(opened), identity: try disk.identity(opened))
    }
  }

  /// Writes the identity of a file, and reads the file again.
  ///
  /// If the process dies, the identity is written or not. The next scan handles both.
  /// - Throws: ``DiskError/Code/changed`` when the name stands for another file by now.
  func writeIdentity(_ identity: Identity, of snapshot: EntrySnapshot) throws(DiskError) -> EntrySnapshot {
    do throws(DiskError) {
      try withOpen(snapshot.name, snapshot.status.kind) { opened throws(DiskError) in
        guard try disk.identify(opened, nil) == snapshot.file else { return }
        try disk.setIdentity(opened, identity)
      }
    } catch  where error.isGone || error.code == .special {
      throw DiskError(.changed, at: place(snapshot.name))
    }
    return try lookAgain(at: snapshot)
  }

  /// Reads a file again.
  ///
  /// - Throws: ``DiskError/Code/changed`` when the name stands for another file by now.
  func lookAgain(at snapshot: EntrySnapshot) throws(DiskError) -> EntrySnapshot {
    guard let again = try entry(snapshot.name, snapshot.status.kind), again.file == snapshot.file else {
      throw DiskError(.changed, at: place(snapshot.name))
    }
    return again
  }
}
