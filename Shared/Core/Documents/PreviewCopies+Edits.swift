/// Edits that the other program writes to a file of its own, because the edited version has another type.
extension PreviewCopies {
  /// Takes in an edited version of a preview copy that the other program wrote elsewhere. The file there is only read.
  ///
  /// It is copied into `Staging`, and one exclusive rename puts it beside the preview copy, from where ``takeBack(_:)``
  /// makes it a document. It takes the place of an earlier edited version, by one exchange. If the preview copy was taken
  /// back already, the edited version becomes a document beside the original.
  ///
  /// Dies anywhere: the earlier version or this one is beside the preview copy, and the sweep takes it back.
  /// - Returns: where the edited version is, if it is a document already.
  /// - Throws: the error of the disk; nothing of the edited version is saved then.
  public func keepEdit(
    at path: String, of copy: PreviewCopy, copier: Copier = Copier()
  ) throws(DiskError) -> DocumentPath? {
    guard let original = copy.original, let name = original.path.names.last,
      let written = path.split(separator: "/").last
    else { throw DiskError(.notFound, at: path) }
    let documents = Documents(container)
    let place = Documents.name(of: DocumentName(name), for: DocumentName(String(written)))
    let staged = try documents.stage(.copy(of: path), as: place, copier: copier)
    do throws(DiskError) {
      return try keep(staged, as: place, of: copy, original)
    } catch {
      // Report the first error. The sweep removes the parcel if this cannot.
      try? staged.discard()
      throw error
    }
  }

  private func keep(
    _ staged: Staged, as place: DocumentName, of copy: PreviewCopy, _ original: Original
  ) throws(DiskError) -> DocumentPath? {
    do throws(DiskError) {
      let folder = try openSession().folder(copy.entry)
      do throws(DiskError) {
        try staged.folder.rename(staged.entry, to: folder, as: place.fileName)
      } catch  where error.code == .exists {
        // An earlier version, which goes to `Staging`. The sweep removes it if the next call cannot.
        try staged.folder.exchange(staged.entry, with: folder, place.fileName)
      }
      staged.tidy()
      return nil
    } catch  where error.code == .notFound {
      // The preview copy was taken back.
      return try addBeside(original.path, staged)
    }
  }

  private func addBeside(_ path: DocumentPath, _ staged: Staged) throws(DiskError) -> DocumentPath {
    let documents = Documents(container)
    do throws(DiskError) {
      return try documents.add(staged, in: path.room == .documents ? path.parent : DocumentPath())
    } catch  where error.isGone {
      return try documents.add(staged, in: DocumentPath())
    }
  }
}
