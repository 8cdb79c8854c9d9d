/// A folder that came beside one whose name it was to get, as when a computer copies a folder once more.
extension Documents {
  /// A document that ``merge(_:into:isPackage:isCancelled:)`` moved, where it was, and where it is now or why it is still there.
  public typealias Merged = (document: SeenDocument, result: Result<DocumentPath, DiskError>)

  /// Moves what is in a folder into another one, and the emptied folder to the trash.
  ///
  /// A document goes in under its name or the next free one. It goes to the trash if the document that has its name there has the
  /// same bytes. Folders of one name are merged in the same way, and a package is a document.
  ///
  /// Each step is one exclusive rename. If the process is killed here, each document is whole and in one of the two folders or in the
  /// trash, and the folder is there with the rest: merging it again goes on.
  /// - Parameter isPackage: whether a folder of this name is one document for the user.
  /// - Returns: each document in the order in which they were moved. The last is the folder itself. It stays when something could
  ///   not be moved, or when another process put something into it meanwhile.
  public func merge(
    _ folder: SeenDocument, into target: DocumentPath, isPackage: (FileName) -> Bool,
    isCancelled: () -> Bool = { false }
  ) -> [Merged] {
    var merged: [Merged] = []
    do throws(DiskError) {
      let file = try file(of: folder)
      try merge(folder.path, into: target, isPackage, isCancelled) { merged.append($0) }
      if merged.contains(where: { (try? $0.result.get()) == nil }) { return merged }
      try container.folder(at: folder.path, expecting: file).walkEntries {
        name, present, _ throws(DiskError) in
        if try present[name].status().kind != .folder, !name.isOfFinder {
          throw DiskError(.notEmpty, at: present[name].path)
        }
      }
      merged.append((folder, .success(try trash(folder.path, expecting: file))))
    } catch {
      merged.append((folder, .failure(error)))
    }
    return merged
  }

  private func merge(
    _ path: DocumentPath, into target: DocumentPath, _ isPackage: (FileName) -> Bool,
    _ isCancelled: () -> Bool, _ report: (Merged) -> Void
  ) throws(DiskError) {
    let (from, to) = (try container.folder(at: path), try container.folder(at: target))
    let names = try from.entries().map(\.name).filter { !$0.isOfFinder }
    let taken = TakenNames(names.map { DocumentName($0) })
    for name in names {
      try check(isCancelled)
      let (old, new) = (path.appending(name), target.appending(name))
      let status = try from[name].status()
      let areFolders = try [status, to[name].statusIfThere()].allSatisfy { $0?.kind == .folder }
      if areFolders, !isPackage(name) {
        try merge(old, into: new, isPackage, isCancelled, report)
        continue
      }
      // What cannot be opened carries none.
      let item = (try? from[name].identity())?.id
      let seen = SeenDocument(old, SeenIdentity(file: status.file, item: item))
      report(
        (
          seen,
          Result { () throws(DiskError) in
            if let path = try trash(old, repeating: new) { return path }
            return try move(old, expecting: status.file, to: target, as: nil, taken)
          }
        ))
    }
  }
}
