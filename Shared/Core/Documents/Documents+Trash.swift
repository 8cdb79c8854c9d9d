import Foundation

/// Where a document was when it was thrown away, and when that was: kept on the document itself, so that any process
/// can put it back from the trash, also after the catalogue was lost.
struct Origin: Hashable {
  static let attribute = "app.intray.origin"

  /// Where it was below Documents.
  var path: DocumentPath
  /// When it was thrown away.
  var time: FileTime

  init(path: DocumentPath, time: FileTime) {
    self.path = path
    self.time = time
  }

  /// Reads what ``bytes`` wrote; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 16, let time = ItemAttribute.decodeTime(Array(bytes[..<16])) else { return nil }
    self.init(path: DocumentPath(bytes: bytes[16...]), time: time)
  }

  /// The time, then the path.
  var bytes: [UInt8] { ItemAttribute.encode(time) + path.bytes }
}

/// The trash: a room beside Documents, which holds what was thrown away until it is put back or is old.
extension Documents {
  /// How long the trash keeps a document: as long as Photos and Files do.
  static let trashKeeps: Int64 = 30 * 24 * 60 * 60

  /// Throws a document or folder away: where it was is noted on it, then one exclusive rename.
  ///
  /// If the process dies before the rename, the document is where it was, with an attribute that counts only in the
  /// trash. A symbolic link keeps no attribute; it is put back into the root.
  /// - Returns: where it is in the trash, under its own name or the next free one.
  /// - Throws: ``DiskError/Code/changed`` when the path named something else by then, which is where it was.
  /// - Parameter newName: what it is to be called there; nil keeps its name.
  public func trash(
    _ path: DocumentPath, expecting file: FileID, as newName: DocumentName? = nil, now: FileTime = .now
  ) throws(DiskError) -> DocumentPath {
    let origin = Origin(path: path, time: now)
    try change(path, expecting: file) { disk, opened throws(DiskError) in
      try disk.setAttribute(opened, Origin.attribute, origin.bytes)
    }
    return try move(path, expecting: file, to: .trash, as: newName)
  }

  /// Puts back what was thrown away: to where it was, under its name or the next free one; into the root
  /// when its folder is gone, or was never noted.
  ///
  /// One exclusive rename: a process that dies in it leaves the document in the trash or in Documents.
  /// - Returns: where it is now.
  /// - Throws: ``DiskError/Code/changed`` when the path named something else by then, which is where it was.
  public func putBack(_ path: DocumentPath, expecting file: FileID) throws(DiskError) -> DocumentPath {
    let origin = try origin(of: path)
    // Renamed on the way only where the trash had its name.
    let name = origin?.path.names.last.flatMap { $0 == path.names.last ? nil : DocumentName($0) }
    var restored: DocumentPath
    do throws(DiskError) {
      let parent = origin?.path.room == .documents ? origin?.path.parent : nil
      restored = try move(path, expecting: file, to: parent ?? DocumentPath(), as: name)
    } catch  where error.isGone {
      // Its folder is gone; if the document itself is, this says so once more.
      restored = try move(path, expecting: file, to: DocumentPath(), as: name)
    }
    forgetOrigin(restored, file)
    return restored
  }

  /// Takes the note off that ``trash(_:expecting:as:now:)`` made: a document that is back needs none.
  func forgetOrigin(_ path: DocumentPath, _ file: FileID) {
    // One that stays says nothing as long as the document is not in the trash, and is written anew there.
    try? change(path, expecting: file) { disk, opened throws(DiskError) in
      try disk.removeAttribute(opened, Origin.attribute)
    }
  }

  /// Removes for good what was thrown away more than thirty days ago. The app's to do, when it is active.
  ///
  /// Each entry is taken out of sight by one rename, then looked at, then removed. Dies in between: a file is
  /// gone, and what is left of a folder is back in the trash, as old as before. What cannot be removed stays
  /// until the next time.
  public func emptyTrash(now: FileTime = .now) throws(DiskError) {
    let trash: Folder
    do throws(DiskError) {
      trash = try container.openExisting(.trash)
    } catch  where error.code == .notFound {
      return
    }
    for (name, _) in try trash.entries() {
      let path = DocumentPath([name], in: .trash)
      do throws(DiskError) {
        let file = try trash.identify(name)
        let time = try timeThrownAway(path, in: trash)
        guard time.seconds < now.seconds - Self.trashKeeps else { continue }
        try remove(path, expecting: file) { _, _, _ in true }
      } catch {
        // Another process put it back, or it cannot be removed now: the next time decides.
        Log.documents.error("A document stays in the trash past its time:", error)
      }
    }
  }

  /// When something came into the trash: what is noted on it, or else when it was last changed, which it was
  /// by the rename.
  private func timeThrownAway(_ path: DocumentPath, in trash: Folder) throws(DiskError) -> FileTime {
    if let origin = try origin(of: path) { return origin.time }
    return try trash.status(path.names.last ?? "").changed
  }

  /// Where something in the trash was, and since when it is there; nil when that was not noted on it.
  func origin(of path: DocumentPath) throws(DiskError) -> Origin? {
    guard let name = path.names.last else { return nil }
    let folder = try container.folder(at: path.parent)
    let kind = try folder.status(name).kind
    guard kind == .file || kind == .folder else { return nil }
    let disk = disk
    return try folder.withOpen(name, kind) { opened throws(DiskError) in
      try disk.attribute(opened, Origin.attribute).flatMap { Origin($0) }
    }
  }
}
