/// A document or folder with the identifier that it carries. The identifier stays when the document is renamed or moved.
public struct IdentifiedDocument: Hashable, Sendable {
  /// Which document it is.
  public var item: ItemID
  /// Where it is, and its status.
  public var entry: DocumentEntry
  /// Which file it was when its identifier was read.
  public var file: FileID
}

extension Documents {
  /// Reads the identifiers of documents and folders. It opens each of them.
  ///
  /// - Returns: for each, in their order, the document; nil for one that is gone, cannot be opened, or carries no
  ///   identifier.
  public func identified(_ entries: [DocumentEntry]) -> [IdentifiedDocument?] {
    entries.map { entry in
      // The caller says which ones are missing.
      guard let name = entry.path.names.last, let folder = try? container.folder(at: entry.path.parent) else {
        return nil
      }
      return (try? identified(entry, named: name, in: folder)) ?? nil
    }
  }

  /// Finds documents and folders by the identifiers that they carry, wherever they are by now, by a walk through all
  /// documents. Recently deleted ones are not found.
  ///
  /// A document that moves during the walk may be missed.
  /// - Throws: the error of a folder that cannot be read when a document is nowhere else, because it may be there;
  ///   ``DiskError/Code/cancelled`` when the caller has cancelled.
  public func find(
    _ items: Set<ItemID>, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> [ItemID: IdentifiedDocument] {
    var found: [ItemID: IdentifiedDocument] = [:]
    var failure: DiskError?
    if items.isEmpty { return found }
    do throws(DiskError) {
      let isDone = { found.count == items.count }
      try walk(from: DocumentPath(), { isDone() || isCancelled() }, unreadable: { failure = $0 }) {
        name, folder, path throws(DiskError) in
        do throws(DiskError) {
          guard let entry = try entry(name, in: folder, as: path),
            let document = try identified(entry, named: name, in: folder), items.contains(document.item)
          else { return }
          found[document.item] = document
        } catch  where error.isGone || error.code == .denied {
          // It went between the two looks, or its identifier cannot be read.
        }
      }
    } catch  where error.code == .cancelled && found.count == items.count {
      // All were found: the walk need not go on.
    }
    if let failure, found.count < items.count { throw failure }
    return found
  }

  private func identified(
    _ entry: DocumentEntry, named name: FileName, in folder: Folder
  ) throws(DiskError) -> IdentifiedDocument? {
    let kind = entry.status.kind
    guard kind == .file || kind == .folder else { return nil }
    let disk = disk
    return try folder.withOpen(name, kind) { opened throws(DiskError) in
      guard let item = try disk.identity(opened)?.id else { return nil }
      return IdentifiedDocument(item: item, entry: entry, file: try disk.identify(opened, nil))
    }
  }
}
