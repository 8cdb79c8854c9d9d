/// A copy in `Staging` that will become a document, or the contents of one.
public struct Staged: Sendable {
  /// The identity of the file, which stays when the file is moved.
  public let file: FileID
  let name: DocumentName
  /// Where it lies.
  var entry: Entry { deposit.folder[name.fileName] }
  /// Which document's dates, attributes and identity it has, because it is made to replace it; nil for none.
  let replaced: FileID?
  private let deposit: Deposit

  init(name: DocumentName, in deposit: Deposit, replacing replaced: FileID? = nil) throws(DiskError) {
    (self.name, self.deposit, self.replaced) = (name, deposit, replaced)
    file = try deposit.folder[name.fileName].status().file
  }

  /// Its present state.
  func status() throws(DiskError) -> FileStatus { try entry.status() }

  /// Removes the copy, or the empty folder that it was in. What this cannot remove, the sweep removes some days later.
  func tidy() { try? deposit.discard() }
}
