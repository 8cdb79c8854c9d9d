/// Replacing a document by another one on purpose: the user has seen both and chosen.
extension Documents {
  /// Where the two versions are after a replacement on purpose.
  public struct Superseded: Hashable, Sendable {
    /// The new version: under the name of the old one, or under the next free one if another process took that name.
    public var path: DocumentPath
    /// The old version, in the trash.
    public var old: DocumentPath
  }

  /// Puts one document in the place of another. The old version goes to the trash; no version is removed.
  ///
  /// First it gives the new version the tags and other attributes of the old one that it lacks. Then two exclusive
  /// renames follow: the old version to the trash, the new version to the name of the old one. If the process dies
  /// between them, the new version keeps the name that it had, and the user can put the old version back from the
  /// trash. If the second rename fails, the old version is put back.
  /// - Parameters:
  ///   - path: the old version.
  ///   - file: which file the user saw there.
  ///   - newer: the new version, another document.
  ///   - newFile: which file the user saw there.
  /// - Throws: ``DiskError/Code/changed`` when one of the paths names another file by now, ``DiskError/Code/notFound``
  ///   when one of them is gone: then both documents are where they were. The errors of the disk: then the old version is in
  ///   its place or in the trash, and the new one under its own name or the other's.
  public func supersede(
    _ path: DocumentPath, expecting file: FileID, by newer: DocumentPath, expecting newFile: FileID
  ) throws(DiskError) -> Superseded {
    guard let name = path.names.last, let newName = newer.names.last, path.room == .documents,
      file != newFile
    else { throw DiskError(.notFound, at: container.path(of: path)) }
    let folder = try container.folder(at: newer.parent)
    // Without a new version the old one must not go.
    guard try folder.identify(newName) == newFile else {
      throw DiskError(.changed, at: folder.place(newName))
    }
    try giveAttributes(of: path, expecting: file, to: newer, expecting: newFile)
    let old = try trash(path, expecting: file)
    do throws(DiskError) {
      let place = Self.name(of: DocumentName(name), for: DocumentName(newName))
      let now = try move(newer, expecting: newFile, to: path.parent, as: place)
      return Superseded(path: now, old: old)
    } catch {
      // Report the first error. If the new version has its new name already, or the old one cannot be put back now, the old
      // version stays in the trash.
      if (try? folder.identify(newName)) == newFile { _ = try? putBack(old, expecting: file) }
      throw error
    }
  }

  /// The name of the old version, with the extension of the new one: an editor may have saved another type.
  static func name(of old: DocumentName, for new: DocumentName) -> DocumentName {
    let (stem, newStem) = (old.withoutExtension.text, new.withoutExtension.text)
    let (suffix, newSuffix) = (old.text.dropFirst(stem.count), new.text.dropFirst(newStem.count))
    return suffix.lowercased() == newSuffix.lowercased() ? old : DocumentName(stem + newSuffix)
  }

  /// Gives the new version the date of creation of the old one, and those attributes that it lacks.
  private func giveAttributes(
    of path: DocumentPath, expecting file: FileID, to newer: DocumentPath, expecting newFile: FileID
  ) throws(DiskError) {
    guard let name = path.names.last else { return }
    let folder = try container.folder(at: path.parent)
    let kind = try folder.status(name).kind
    guard kind == .file || kind == .folder else { return }
    try folder.withOpen(name, kind) { original throws(DiskError) in
      let created = try disk.status(original, nil).created
      guard try disk.identify(original, nil) == file else {
        throw DiskError(.changed, at: folder.place(name))
      }
      try change(newer, expecting: newFile) { disk, opened throws(DiskError) in
        // The identity and the contents are the new version's own.
        try disk.copyAttributes(of: original, to: opened) {
          !Identity.isOwn($0) && $0 != ItemAttribute.resourceFork
        }
        if let created { try disk.setCreated(opened, created) }
      }
    }
  }
}
