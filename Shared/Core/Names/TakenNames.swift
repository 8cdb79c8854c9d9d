/// The names that are taken in the folders that several entries move to: each folder is listed once, however many move.
///
/// When another process takes a name later, the exclusive rename fails, and the next name is tried.
final class TakenNames {
  private let incoming: [DocumentName]
  private var indexes: [DocumentPath: NameIndex] = [:]

  /// - Parameter incoming: the names of all that move.
  init(_ incoming: [DocumentName]) {
    self.incoming = incoming
  }

  /// Calls a closure with the index of a folder.
  ///
  /// - Parameter own: the name of the entry if it is in that folder already: it is not taken by itself.
  func withIndex<Result>(
    of folder: Folder, at path: DocumentPath, except own: FileName? = nil,
    _ body: (inout NameIndex) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    if indexes[path] == nil {
      var index = NameIndex(incoming)
      try index.read(folder, except: own)
      indexes[path] = index
    }
    // In place: a copy for each entry would make the cost quadratic.
    return try body(&indexes[path, default: NameIndex([])])
  }
}
