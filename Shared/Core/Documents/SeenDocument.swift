/// A document as the user saw it. An action on it names this document, and not what its path names by then.
public struct SeenDocument: Hashable, Sendable {
  /// Where the user saw it.
  public var path: DocumentPath
  /// Which document it was; nil accepts any that is there.
  public var identity: SeenIdentity?

  /// A document of its parts.
  public init(_ path: DocumentPath, _ identity: SeenIdentity? = nil) {
    self.path = path
    self.identity = identity
  }
}

extension SeenDocument {
  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    guard let inode = decoder.word(), let seconds = decoder.number(), let nanoseconds = decoder.number(),
      let item = decoder.bytes(16).flatMap({ ItemID($0) })
    else { return nil }
    path = DocumentPath(bytes: decoder.remaining())
    identity = SeenIdentity(
      item: item == .none ? nil : item, inode: inode,
      created: seconds == .min ? nil : FileTime(seconds: seconds, nanoseconds: nanoseconds))
    guard !path.names.isEmpty, path.names.allSatisfy(\.isEntry) else { return nil }
  }

  /// The identity, then the path. A document without an identity is not written, because it could be any.
  public var bytes: [UInt8] {
    guard let identity else { return [] }
    var encoder = Encoder()
    encoder.add(identity.inode)
    encoder.add(identity.created?.seconds ?? .min)
    encoder.add(identity.created?.nanoseconds ?? 0)
    encoder.add((identity.item ?? .none).bytes)
    return encoder.bytes + path.bytes
  }
}

/// Which document the user saw.
public struct SeenIdentity: Hashable, Sendable {
  /// The identifier that the document carries; nil for a link, and for what carries none.
  public var item: ItemID?
  /// The inode number.
  var inode: UInt64
  /// The time of birth, which differs for two files that had the same inode number one after the other.
  var created: FileTime?

  /// Whether a file is the very one that was seen.
  func isFile(_ status: FileStatus) -> Bool { status.inode == inode && status.created == created }
}

extension Documents {
  /// The file of a document that the user saw.
  ///
  /// - Parameter isVeryFile: whether it must be the very file. Else another file of the same identifier counts as well,
  ///   because an edit in Files gives a document another file.
  /// - Throws: ``DiskError/Code/changed`` when the path names another document by now.
  public func file(of document: SeenDocument, isVeryFile: Bool = false) throws(DiskError) -> FileID {
    guard let name = document.path.names.last else { throw DiskError(.notFound, at: "") }
    let folder = try container.folder(at: document.path.parent)
    let file = try folder.fileID(of: name)
    guard let seen = document.identity else { return file }
    let status = try folder.status(name)
    if seen.isFile(status) { return file }
    guard !isVeryFile, let item = seen.item, status.kind == .file || status.kind == .folder,
      try folder.withOpen(name, status.kind, { opened throws(DiskError) in try disk.identity(opened) })?.id
        == item
    else { throw DiskError(.changed, at: folder.place(name)) }
    return file
  }
}
