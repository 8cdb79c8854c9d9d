/// A document or folder that was shared or imported, by its own attributes.
public struct DocumentArrival: Hashable, Sendable {
  /// Its path.
  public var path: DocumentPath
  /// When it was shared or imported; nil when its import route does not store the time.
  public var time: FileTime?
  /// The places it came from: the address, then the page or message it was found on.
  public var whereFrom: [String]
  /// The types in which the sender offered the same thing, too, and which were not saved.
  public var leftOut: [String] = []
  /// The folder that the user chose for it, if that was gone when it was delivered.
  public var missingFolder: DocumentPath?
  /// Which document it is; nil when that cannot be read.
  public var item: ItemID?
  /// The state of its contents: another number for each, compared only for equality.
  public var version: Int64?
}

extension Documents {
  /// The arrivals of documents. Missing documents are left out.
  public func arrivals(at paths: [DocumentPath]) -> [DocumentArrival] {
    paths.compactMap { path in
      // Leave out a document that does not exist or cannot be read.
      guard let name = path.names.last, let folder = try? container.folder(at: path.parent),
        let status = try? folder.status(name)
      else { return nil }
      return arrival(of: name, status.kind, in: folder, at: path)
    }
  }

  private func arrival(
    of name: FileName, _ kind: FileKind, in folder: Folder, at path: DocumentPath
  ) -> DocumentArrival? {
    guard kind == .file || kind == .folder else { return nil }
    let disk = disk
    // The values are only for display, so leave out one that cannot be read.
    return try? folder.withOpen(name, kind) { opened throws(DiskError) in
      let identity = try disk.identity(opened)
      return DocumentArrival(
        path: path,
        time: try disk.attribute(opened, ItemAttribute.arrival).flatMap { ItemAttribute.decodeTime($0) },
        whereFrom: try disk.attribute(opened, Provenance.attribute).map(Provenance.decode) ?? [],
        leftOut: try disk.attribute(opened, ItemAttribute.leftOut).map(ItemAttribute.decodeLines) ?? [],
        missingFolder: try disk.attribute(opened, ItemAttribute.missingFolder)
          .map { DocumentPath(bytes: $0) },
        item: identity?.id, version: identity?.version)
    }
  }
}
