extension Documents {
  private static let copySuffix = ".fetched"
  /// After how many seconds the system will not take a copy any more: it takes one as soon as it is answered.
  private static let copyLasts: Int64 = 60 * 60

  /// Clones a document if it still is what the caller knows.
  ///
  /// Dies in it: a copy, whole or not, in the folder, where ``removeCopies(in:now:)`` finds it.
  /// - Parameter folder: where the copy is made, absolute: on the volume of the container.
  /// - Returns: the path of the copy.
  /// - Throws: ``DiskError/Code/changed`` when it is something else by now, and what the disk says.
  func copy(
    _ path: DocumentPath, expecting known: ItemState, into folder: String, copier: Copier
  ) throws(DiskError) -> String {
    let name = path.names.last ?? ""
    let target = FileName.random(Self.copySuffix)
    let parent = try container.folder(at: path.parent)
    let destination = try Folder.open(folder, disk: disk)
    do throws(DiskError) {
      return try parent.withFile(name) { file throws(DiskError) in
        guard known.isSame(as: try disk.status(file, nil), try disk.identify(file, nil)) else {
          throw DiskError(.changed, at: parent.place(name))
        }
        try copier.copy(file, at: parent.place(name), to: destination, as: target)
        return folder + "/" + target.description
      }
    } catch {
      // Half a copy is of no use. The error that made us give up is the one to tell.
      try? destination.removeFile(target)
      throw error
    }
  }

  /// Removes the copies that an earlier process left because it died before its answer. What cannot be removed now is
  /// removed by the next start.
  ///
  /// Dies in it: the rest is left.
  func removeCopies(in folder: String, now: FileTime) {
    do throws(DiskError) {
      let folder = try Folder.open(folder, disk: disk)
      for (name, kind) in try folder.entries() where kind == .file {
        guard name.description.hasSuffix(Self.copySuffix),
          try folder.status(name).changed.seconds < now.seconds - Self.copyLasts
        else { continue }
        try folder.removeFile(name)
      }
    } catch {
      Log.provider.error("Copies that an earlier process left stay until the next start:", error)
    }
  }
}
