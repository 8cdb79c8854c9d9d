/// One document or folder, as a list shows it.
public struct DocumentEntry: Hashable, Sendable, Identifiable {
  /// Where it is below Documents.
  public var path: DocumentPath
  /// The status in the file system.
  public var status: FileStatus

  /// Its path: two entries never share one.
  public var id: DocumentPath { path }
}
