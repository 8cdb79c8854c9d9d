import Foundation

/// The path and time of a deletion. It is stored on the document, so that any process can put it back from the trash,
/// also after the catalogue was lost.
struct TrashInfo: Hashable {
  static let attribute = Identity.prefix + "origin"
  /// What the clock of ages showed at the deletion: see ``AgeClock``. A number of eight bytes, the least significant first.
  /// It is an attribute of its own, so that what an earlier version deleted is read as well.
  static let readingAttribute = Identity.prefix + "deleted"

  /// The path that it had below Documents.
  var path: DocumentPath
  /// When it was thrown away, by the clock that the user sets. It is only shown.
  var time: FileTime
}

extension TrashInfo {
  /// Reads what ``bytes`` wrote; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 16, let time = ItemAttribute.decodeTime(Array(bytes[..<16])) else { return nil }
    (path, self.time) = (DocumentPath(bytes: bytes[16...]), time)
  }

  /// The time, then the path.
  var bytes: [UInt8] { ItemAttribute.encode(time) + path.bytes }
}

/// The trash keeps deleted documents until the user puts them back or thirty days have passed by the clock of ages.
extension Documents {
  /// How long the trash keeps a document, in seconds: as long as Photos and Files do.
  static let trashKeeps: Int64 = 30 * 24 * 60 * 60

  /// Moves a document or folder to the trash: stores its path and time on it, then renames it exclusively. Documents in it that no
  /// list shows get a name first that lists show.
  ///
  /// If the process dies before the rename, the document stays in its folder, with attributes that have a meaning
  /// only in the trash. A symbolic link keeps no attribute; it is put back into the root.
  /// - Parameter newName: what it is to be called there; nil keeps its name.
  /// - Returns: where it is in the trash, under its own name or the next free one.
  /// - Throws: ``DiskError/Code/changed`` when the path named another file by then, which stays there.
  public func trash(
    _ path: DocumentPath, expecting file: FileID, as newName: DocumentName? = nil, now: FileTime = .now,
    _ taken: TakenNames? = nil
  ) throws(DiskError) -> DocumentPath {
    // What cannot be looked at or renamed is not lost: it goes to the trash with its folder.
    try? container.folder(at: path, expecting: file).walkEntries(skipsGone: true, unreadable: { _ in }) {
      name, present, _ throws(DiskError) in _ = try present[name].uncover()
    }
    try setTrashInfo(of: path, expecting: file, now)
    return try move(path, expecting: file, to: .trash, as: newName, taken)
  }

  /// Stores on a document where it is and when it goes, before it goes to the trash.
  func setTrashInfo(of path: DocumentPath, expecting file: FileID, _ now: FileTime) throws(DiskError) {
    let origin = TrashInfo(path: path, time: now)
    let reading = try container.ageClock(now: now).reading
    try change(path, expecting: file) { opened throws(DiskError) in
      try opened.setAttribute(TrashInfo.readingAttribute, ItemAttribute.encode(reading))
      try opened.setAttribute(TrashInfo.attribute, origin.bytes)
    }
  }

  /// Moves an item from the trash back to its folder, under its name or the next free one. It goes into the root when
  /// the folder does not exist or was not stored.
  ///
  /// One exclusive rename. If the process is killed here, the document is in the trash or in Documents.
  /// - Returns: where it is now.
  /// - Throws: ``DiskError/Code/changed`` when the path named another file by then, which stays there.
  public func putBack(
    _ path: DocumentPath, expecting file: FileID, _ taken: TakenNames? = nil
  ) throws(DiskError) -> DocumentPath {
    let origin = try trashInfo(of: path)?.path
    // Restore the old name only if the trash had to change it.
    let name = origin?.names.last.flatMap { $0 == path.names.last ? nil : DocumentName($0) }
    let parent = origin?.directory == .documents ? origin?.parent : nil
    let restored: DocumentPath
    do throws(DiskError) {
      restored = try move(path, expecting: file, to: parent ?? DocumentPath(), as: name, taken)
    } catch  where error.isGone {
      // The folder does not exist, so move it into the root. If the document does not exist either, this throws
      // again.
      restored = try move(path, expecting: file, to: DocumentPath(), as: name, taken)
    }
    removeTrashInfo(restored, file)
    return restored
  }

  /// Removes the attributes of ``trash(_:expecting:as:now:_:)`` from a document that was put back.
  func removeTrashInfo(_ path: DocumentPath, _ file: FileID) {
    // Where they stay, they have no meaning outside the trash, and the next deletion overwrites them.
    try? change(path, expecting: file) { opened throws(DiskError) in
      try opened.setAttribute(TrashInfo.readingAttribute, nil)
      try opened.setAttribute(TrashInfo.attribute, nil)
    }
  }

  /// Removes items for good that have been in the trash for more than thirty days by a clock. The app calls it when it
  /// becomes active.
  ///
  /// Each entry is moved into `Displaced` by one rename, checked, and removed. If the process dies in between, a file
  /// is gone, and recovery puts the rest of a folder back into the trash, with its earlier time. An entry that cannot
  /// be removed stays until the next call. One without a reading of the clock gets the present one; a symbolic link can
  /// have none, and stays until the user deletes it.
  /// - Throws: the error of the disk when the trash cannot be listed.
  public func emptyTrash(_ clock: AgeClock) throws(DiskError) {
    let trash: Folder
    do throws(DiskError) {
      trash = try container.openExisting(.trash)
    } catch  where error.code == .notFound {
      return
    }
    for (name, _) in try trash.entries() {
      do throws(DiskError) {
        let (entry, file) = (trash[name], try trash[name].status().file)
        let reading = try entry.attribute(TrashInfo.readingAttribute)
        if let age = reading.flatMap({ ItemAttribute.decodeNumber($0) }).flatMap({ clock.age(of: $0) }) {
          guard age > Self.trashKeeps else { continue }
          try remove(entry, for: DocumentPath([name], in: .trash), expecting: file, nil)
        } else {
          try change(DocumentPath([name], in: .trash), expecting: file) {
            opened throws(DiskError) in
            try opened.setAttribute(TrashInfo.readingAttribute, ItemAttribute.encode(clock.reading))
          }
        }
      } catch {
        // Another process put it back, or it cannot be removed now. The next call tries again.
        Log.documents.error("A document stays in the trash past its time:", error)
      }
    }
  }

  /// The stored path and time of an item in the trash, or nil when it has none.
  func trashInfo(of path: DocumentPath) throws(DiskError) -> TrashInfo? {
    try container.entry(path).attribute(TrashInfo.attribute).flatMap { TrashInfo($0) }
  }
}
