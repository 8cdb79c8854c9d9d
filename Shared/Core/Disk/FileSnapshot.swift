/// Which file something was when the app looked at it, and what shows that its contents changed.
///
/// It answers whether something is still the same file: that has the same ``file``. With the same contents, it
/// `matches(_:)`.
public struct FileSnapshot: Hashable, Sendable {
  /// Which file.
  public var file: FileID
  /// Its size in bytes; 0 for a folder, of which only the file counts, because its contents are files of their own.
  public var size: Int64
  /// Its modification time; 0 for a folder.
  public var modified: FileTime
  /// Its change time; nil when that must not count, because a rename changes it too.
  public var changed: FileTime?
}

extension FileSnapshot {
  /// A file or a folder of these facts.
  init(_ file: FileID, _ kind: FileKind, size: Int64, modified: FileTime, changed: FileTime) {
    let isFolder = kind == .folder
    self.init(
      file: file, size: isFolder ? 0 : size, modified: isFolder ? FileTime(seconds: 0) : modified,
      changed: isFolder ? nil : changed)
  }

  init(_ status: FileStatus) {
    self.init(
      status.file, status.kind, size: status.size, modified: status.modified, changed: status.changed)
  }

  /// The same for a file that may have another name by now.
  var renamed: FileSnapshot { FileSnapshot(file: file, size: size, modified: modified, changed: nil) }

  /// Tells whether another snapshot is of the same file with the same contents.
  public func matches(_ other: FileSnapshot) -> Bool {
    changed == nil || other.changed == nil ? renamed == other.renamed : self == other
  }
}

/// An entry of a folder as it was when the app read it: its name, its status, and what it carries.
struct EntrySnapshot {
  let name: FileName
  var status: FileStatus
  /// nil when the file cannot be opened.
  var attributes: PersonalAttributes?
  /// The path in a symbolic link.
  var target: FileName?
  /// The identity that the file carries; nil for none, and while ``attributes`` cannot be read.
  var identity: Identity?

  var file: FileID { status.file }

  /// Tells whether an identity can be read and written: not on a symbolic link, nor on a file that cannot be opened.
  var isIdentifiable: Bool { attributes != nil && status.kind != .link }
}

extension Entry {
  /// Reads the entry. Returns nil when it does not exist or cannot be an item. All values come from one open file, so they
  /// belong to the same file.
  /// - Parameter kind: the kind that the caller expects. An entry of another kind counts as missing.
  func read(_ kind: FileKind? = nil) throws(DiskError) -> EntrySnapshot? {
    do throws(DiskError) {
      let kind = if let kind { kind } else { try status().kind }
      if kind == .special { return nil }
      do throws(DiskError) {
        if kind != .link {
          let opened = try open(kind)
          let status = try opened.status()
          guard status.kind == kind else { return nil }
          return EntrySnapshot(
            name: name, status: status, attributes: try opened.personalAttributes(),
            identity: try opened.identity())
        }
      } catch  where error.code == .denied || error.code == .failed {
        // A file that cannot be opened is still an item.
      }
      let status = try status()
      guard status.kind == kind else { return nil }
      let isLink = kind == .link
      return EntrySnapshot(
        name: name, status: status, attributes: isLink ? PersonalAttributes() : nil,
        target: isLink ? try readLink() : nil)
    } catch  where error.isGone || error.code == .special {
      return nil
    }
  }
}

extension Folder {
  /// Writes the identity of a file.
  ///
  /// If the process is killed here, the identity is written or not. The next scan handles both.
  /// - Returns: the file with its status after that. What else changed meanwhile another reading shows.
  /// - Throws: ``DiskError/Code/changed`` when the name stands for another file by now.
  func writeIdentity(_ identity: Identity, of snapshot: EntrySnapshot) throws(DiskError) -> EntrySnapshot {
    do throws(DiskError) {
      let opened = try self[snapshot.name].open(snapshot.status.kind)
      if try opened.status().file == snapshot.file {
        try opened.setIdentity(identity)
        var written = snapshot
        (written.status, written.identity) = (try opened.status(), identity)
        return written
      }
    } catch  where !error.isGone && error.code != .special {
      throw error
    } catch {
      // Another file has the name, or none.
    }
    throw DiskError(.changed, at: self[snapshot.name].path)
  }

  /// Reads a file again.
  /// - Throws: ``DiskError/Code/changed`` when the name stands for another file by now.
  func reread(at snapshot: EntrySnapshot) throws(DiskError) -> EntrySnapshot {
    guard let again = try self[snapshot.name].read(snapshot.status.kind), again.file == snapshot.file else {
      throw DiskError(.changed, at: self[snapshot.name].path)
    }
    return again
  }
}
