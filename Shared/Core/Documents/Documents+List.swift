/// One document or folder, as a list shows it.
public struct DocumentEntry: Hashable, Sendable, Identifiable {
  /// Where it is below Documents.
  public var path: DocumentPath
  /// What the file system says of it.
  public var status: FileStatus

  /// Its path: two entries never share one.
  public var id: DocumentPath { path }
}
