/// One document or folder, as a list shows it.
public struct DocumentEntry: Hashable, Sendable, Identifiable {
  /// Where it is below Documents.
  public var path: DocumentPath
  /// What the file system says of it.
  public var status: FileStatus

  /// Its path: two entries never share one.
  public var id: DocumentPath { path }
}

extension Documents {
  /// How often a folder may go from under our hands before that is said.
  private static let attempts = 4

  /// Visits every document and folder, folders before what is in them, in no other order.
  ///
  /// What comes or goes meanwhile may be met or not. In memory all of them at once.
  /// - Throws: what the disk says; a folder that cannot be read is an error, not an empty one.
  public func visit(_ each: (DocumentEntry) -> Void) throws(DiskError) {
    for entry in try entries(attempts: Self.attempts) { each(entry) }
  }

  private func entries(attempts: Int) throws(DiskError) -> [DocumentEntry] {
    do throws(DiskError) {
      return try entries()
    } catch  where [.notFound, .changed].contains(error.code) && attempts > 1 {
      // A folder went, or elsewhere, while we were in it: there is no way back up from it.
      return try entries(attempts: attempts - 1)
    }
  }

  private func entries() throws(DiskError) -> [DocumentEntry] {
    var entries: [DocumentEntry] = []
    var path = DocumentPath()
    try container.open(.documents).walk { step, present throws(DiskError) in
      switch step {
      case .entering(let name):
        path.names.append(name)
        entries.append(DocumentEntry(path: path, status: try present.status(name)))
      case .leaf(let name, _):
        do throws(DiskError) {
          entries.append(DocumentEntry(path: path.appending(name), status: try present.status(name)))
        } catch  where error.code == .notFound {
          // It went while we were listing.
        }
      case .left:
        path.names.removeLast()
      }
    }
    return entries
  }
}
