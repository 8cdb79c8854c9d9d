extension Documents {
  /// Removes a file that waits elsewhere, when the document of its name has the same bytes.
  ///
  /// Both files are open during the comparison, and afterwards both names must still have the same unchanged files.
  /// The document is synced before the other file is removed, in the way in which documents are deleted for good. If
  /// the process dies, both exist, or the document alone.
  /// - Parameters:
  ///   - folder: where the file waits, under the name `entry`.
  ///   - path: the folder in which the document would be.
  /// - Returns: the document's name; nil when there is none such, and then nothing was removed.
  func dropDuplicate(
    _ entry: FileName, from folder: Folder, as name: DocumentName, in path: DocumentPath = DocumentPath()
  ) throws(DiskError) -> FileName? {
    let home = try container.folder(at: path)
    do throws(DiskError) {
      guard try home.status(name.fileName).kind == .file,
        let (file, known) = try compare(name.fileName, of: home, with: entry, of: folder)
      else { return nil }
      try remove(entry, of: folder, for: path.appending(name.fileName), expecting: file) {
        _, status, _ throws(DiskError) in
        status.size == known.size && status.modified == known.modified
      }
      return name.fileName
    } catch  where error.code == .notFound || error.code == .changed {
      // One of the two was removed or changed. If the other had been moved out by then, recovery has made it a
      // document.
      return nil
    }
  }

  /// Compares a document with another file, byte for byte.
  ///
  /// - Returns: the other file, if they are the same and neither changed meanwhile.
  private func compare(
    _ name: FileName, of home: Folder, with entry: FileName, of folder: Folder
  ) throws(DiskError) -> (FileID, FileStatus)? {
    try home.withFile(name) { document throws(DiskError) in
      try folder.withFile(entry) { file throws(DiskError) in
        let (before, known) = (try disk.status(document, nil), try disk.status(file, nil))
        guard known.kind == .file, try disk.haveSameBytes(document, file) else { return nil }
        try disk.sync(document)
        try home.sync()
        guard try home.status(name).sameContents(as: before),
          try folder.status(entry).sameContents(as: known)
        else { return nil }
        return (try disk.identify(file, nil), known)
      }
    }
  }
}
