/// Changes of several documents at once. Each folder that they move to is listed once, so that a move costs the same
/// however many documents there are.
///
/// Before each one `isCancelled` is asked; the others then fail with ``DiskError/Code/cancelled``. If the process is killed
/// in one of these, it is done for some, and the others are where they were.
extension Documents {
  /// Moves several to another folder, under their names or the next free ones: ``move(_:expecting:to:as:expecting:_:)``. Into
  /// the trash they go as by ``trash(_:expecting:as:now:_:)``.
  /// - Returns: for each, in their order, where it is now.
  public func move(
    _ documents: [SeenDocument], to parent: DocumentPath, isCancelled: () -> Bool = { false }
  ) -> [Result<DocumentPath, DiskError>] {
    let taken = TakenNames(documents.map(\.path.documentName))
    return each(documents, isCancelled) { path, file throws(DiskError) in
      if parent == .trash { return path.directory == .trash ? path : try trash(path, expecting: file, taken) }
      let moved = try move(path, expecting: file, to: parent, as: nil, taken)
      if path.directory == .trash { removeTrashInfo(moved, file) }
      return moved
    }
  }

  /// Moves several to the trash: ``trash(_:expecting:as:now:_:)``.
  /// - Returns: for each, in their order, where it is in the trash.
  public func trash(
    _ documents: [SeenDocument], isCancelled: () -> Bool = { false }
  ) -> [Result<DocumentPath, DiskError>] {
    move(documents, to: .trash, isCancelled: isCancelled)
  }

  /// Puts several back from the trash: ``putBack(_:expecting:_:)``.
  /// - Returns: for each, in their order, where it is now.
  public func putBack(
    _ documents: [SeenDocument], isCancelled: () -> Bool = { false }
  ) -> [Result<DocumentPath, DiskError>] {
    let taken = namesBack(of: documents.map(\.path))
    return each(documents, isCancelled) { path, file throws(DiskError) in
      try putBack(path, expecting: file, taken)
    }
  }

  /// Removes several for good: ``remove(_:consistingOf:)`` what they consist of when it begins with each.
  /// - Returns: for each, in their order, where it was.
  public func remove(
    _ documents: [SeenDocument], isCancelled: () -> Bool = { false }
  ) -> [Result<DocumentPath, DiskError>] {
    each(documents, isVeryFile: true, isCancelled) { path, _ throws(DiskError) in
      try remove(path, consistingOf: files(of: path))
      return path
    }
  }

  /// The names that items of the trash may get when they are put back.
  func namesBack(of paths: [DocumentPath]) -> TakenNames {
    TakenNames(
      paths.flatMap { path in
        // What cannot be read is not put back, or goes by its present name.
        [path.documentName, (try? trashInfo(of: path))?.path.documentName ?? path.documentName]
      })
  }

  private func each(
    _ documents: [SeenDocument], isVeryFile: Bool = false, _ isCancelled: () -> Bool,
    _ body: (DocumentPath, FileID) throws(DiskError) -> DocumentPath
  ) -> [Result<DocumentPath, DiskError>] {
    documents.map { document in
      Result { () throws(DiskError) in
        try check(isCancelled)
        return try body(document.path, file(of: document, isVeryFile: isVeryFile))
      }
    }
  }
}
