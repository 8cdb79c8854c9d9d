extension Documents {
  /// The end of the names of copies, with a part for this process.
  static let copySuffix = "." + FileName.random().description + anyCopySuffix
  private static let anyCopySuffix = ".fetched"
  /// The age in seconds at which a copy counts as abandoned. The system takes a copy as soon as it gets the reply.
  private static let copyLasts: Int64 = 60 * 60

  /// Clones a document if it still is what the caller knows.
  ///
  /// If the process is killed here, a copy, whole or not, is in the folder, and ``removeCopies(in:now:)`` removes it.
  /// - Parameter folder: where the copy is made, absolute: on the volume of the container.
  /// - Returns: the path of the copy.
  /// - Throws: ``DiskError/Code/changed`` when it is something else by now, and what the disk says.
  func copy(
    _ path: DocumentPath, expecting known: FileSnapshot, into folder: String, copier: Copier
  ) throws(DiskError) -> String {
    let document = try container.entry(path)
    let copy = try Folder.open(folder, disk: disk)[FileName.random(Self.copySuffix)]
    do throws(DiskError) {
      let file = try document.open(.file)
      guard known.matches(try file.snapshot()) else { throw DiskError(.changed, at: file.path) }
      try copier.copy(file, to: copy)
      return copy.path
    } catch {
      // Remove the incomplete copy, and report the first error.
      try? copy.removeFile()
      throw error
    }
  }

  /// Makes a copy of a document or folder beside it, under the next free name.
  ///
  /// If the process is killed here, the copy is whole, or invisible in `Staging`.
  /// - Returns: where the copy is.
  /// - Throws: ``DiskError/Code/notFound`` when there is none, and what the disk says.
  public func duplicate(_ path: DocumentPath, copier: Copier) throws(DiskError) -> DocumentPath {
    let document = try container.entry(path)
    // What Files calls a duplicate: the name with the next free number, from 2. Another process may take it meanwhile; then
    // it gets a number behind a hyphen, like anything that is added.
    let taken = Set(try document.folder.entries().map { DocumentName($0.name).key })
    let copy = path.documentName.copies.first { !taken.contains($0.key) } ?? path.documentName
    return try add(stage(.copy(of: document.path), as: copy, copier: copier), in: path.parent)
  }

  /// Removes the copies that an earlier process left because it died before its answer. What stays, because the process
  /// dies or cannot remove it, the next start removes. This process's own copies stay, also when the clock jumps.
  func removeCopies(in folder: String, now: FileTime) {
    do throws(DiskError) {
      let folder = try Folder.open(folder, disk: disk)
      for (name, kind) in try folder.entries() where kind == .file {
        guard name.hasSuffix(Self.anyCopySuffix), !name.hasSuffix(Self.copySuffix),
          try folder[name].status().changed.seconds < now.seconds - Self.copyLasts
        else { continue }
        try folder[name].removeFile()
      }
    } catch {
      Log.provider.error("Copies that an earlier process left stay until the next start:", error)
    }
  }
}
