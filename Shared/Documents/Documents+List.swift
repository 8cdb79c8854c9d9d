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
  /// Visits every document and folder, folders before what is in them, in no other order.
  ///
  /// What comes or goes meanwhile may be met or not.
  /// - Throws: what the disk says; a folder that cannot be read is an error, not an empty one.
  public func visit(_ each: (DocumentEntry) -> Void) throws(DiskError) {
    var path = DocumentPath()
    try container.open(.documents).walk { step, present throws(DiskError) in
      switch step {
      case .entering(let name):
        path.names.append(name)
        each(DocumentEntry(path: path, status: try present.status(name)))
      case .leaf(let name, _):
        do throws(DiskError) {
          each(DocumentEntry(path: path.appending(name), status: try present.status(name)))
        } catch  where error.code == .notFound {
          // It went while we were listing.
        }
      case .left:
        path.names.removeLast()
      }
    }
  }
}
