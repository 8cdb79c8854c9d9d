/// What one look at a name in a folder found.
struct FileSnapshot {
  let name: FileName
  let status: FileStatus
  let file: FileID
  /// nil when the file cannot be opened at present.
  var attributes: PersonalAttributes?
  /// The path in a symbolic link.
  var target: FileName?
  /// The identity that the file carries; nil for none, and while ``attributes`` cannot be read.
  var identity: Identity?

  /// Whether an identity can be read and written: not on a symbolic link, nor on a file that cannot be opened.
  var isIdentifiable: Bool { attributes != nil && status.kind != .link }
}

extension Folder {
  /// Looks at a name; nil when nothing has it, or nothing that is an item. Everything is read from one open file, so that it
  /// belongs together.
  ///
  /// - Parameter kind: what the name stands for, where the caller knows it. Another kind counts as nothing.
  func snapshot(_ name: FileName, _ kind: FileKind? = nil) throws(DiskError) -> FileSnapshot? {
    do throws(DiskError) {
      let kind = if let kind { kind } else { try status(name).kind }
      if kind == .special { return nil }
      do throws(DiskError) {
        if kind != .link { return try openSnapshot(name, kind) }
      } catch  where error.code == .denied {
        // A file that cannot be opened is an item all the same.
      }
      let status = try status(name)
      guard status.kind == kind else { return nil }
      let isLink = kind == .link
      return FileSnapshot(
        name: name, status: status, file: try identify(name), attributes: isLink ? PersonalAttributes() : nil,
        target: isLink ? try readLink(name) : nil)
    } catch  where error.isGone || error.code == .special {
      return nil
    }
  }

  private func openSnapshot(_ name: FileName, _ kind: FileKind) throws(DiskError) -> FileSnapshot? {
    try withOpen(name, kind) { opened throws(DiskError) in
      let status = try disk.status(opened, nil)
      guard status.kind == kind else { return nil }
      return FileSnapshot(
        name: name, status: status, file: try disk.identify(opened, nil),
        attributes: try disk.personalAttributes(opened), identity: try disk.identity(opened))
    }
  }

  /// Writes the identity of a file that was looked at, and looks again.
  ///
  /// Dies in it: the identity is written or not. The next scan goes on with what it finds.
  /// - Throws: ``DiskError/Code/changed`` when the name stands for another file by now.
  func identify(_ met: FileSnapshot, as identity: Identity) throws(DiskError) -> FileSnapshot {
    do throws(DiskError) {
      try withOpen(met.name, met.status.kind) { opened throws(DiskError) in
        guard try disk.identify(opened, nil) == met.file else { return }
        try disk.setIdentity(opened, identity)
      }
    } catch  where error.isGone || error.code == .special {
      throw DiskError(.changed, at: place(met.name))
    }
    return try lookAgain(at: met)
  }

  /// Looks once more at a file that was looked at.
  ///
  /// - Throws: ``DiskError/Code/changed`` when the name stands for another file by now.
  func lookAgain(at met: FileSnapshot) throws(DiskError) -> FileSnapshot {
    guard let again = try snapshot(met.name, met.status.kind), again.file == met.file else {
      throw DiskError(.changed, at: place(met.name))
    }
    return again
  }
}
