/// A copy in `Staging` that will become a document, or the contents of one.
public struct Staged: Sendable {
  /// The identity of the file, which stays when the file is moved.
  public let file: FileID
  let name: DocumentName
  /// Where it lies.
  var entry: Entry { deposit.folder[name.fileName] }
  private let deposit: Deposit

  init(name: DocumentName, in deposit: Deposit) throws(DiskError) {
    (self.name, self.deposit) = (name, deposit)
    file = try deposit.folder[name.fileName].status().file
  }

  /// Sets attributes of the copy, and syncs it. Does nothing for a link.
  /// - Throws: what the closure throws, and the errors of the disk. Some attributes may be set then, and not synced, so the
  ///   copy must not be published.
  public func change(_ body: (OpenFile) throws(DiskError) -> Void) throws(DiskError) {
    guard let opened = try entry.open() else { return }
    try body(opened)
    try opened.sync()
  }

  /// Its present state.
  func status() throws(DiskError) -> FileStatus { try entry.status() }

  /// Removes the copy, or the empty folder that it was in. What this cannot remove, the sweep removes some days later.
  func tidy() { try? deposit.discard() }
}
