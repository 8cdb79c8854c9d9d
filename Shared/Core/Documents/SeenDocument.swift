/// A document as the user saw it. An action on it names this document, and not what its path names by then.
public struct SeenDocument: Hashable, Sendable {
  /// Where the user saw it.
  public var path: DocumentPath
  /// Which document it was; nil accepts any that is there.
  public var identity: SeenIdentity?

  /// A document of its parts.
  public init(_ path: DocumentPath, _ identity: SeenIdentity? = nil) {
    (self.path, self.identity) = (path, identity)
  }
}

/// Which document the user saw.
public struct SeenIdentity: Hashable, Sendable {
  /// The very file that was seen.
  var file: FileID
  /// The identifier that the document carries; nil for a link, and for what carries none.
  public var item: ItemID?
}

extension SeenDocument {
  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    guard let file = decoder.word(), let item = decoder.bytes(16).flatMap({ ItemID($0) }) else { return nil }
    path = DocumentPath(bytes: decoder.remaining())
    identity = SeenIdentity(file: FileID(file), item: item == .none ? nil : item)
    guard !path.names.isEmpty, path.names.allSatisfy(\.isEntry) else { return nil }
  }

  /// The identity, then the path. A document without an identity is not written, because it could be any.
  public var bytes: [UInt8] {
    guard let identity else { return [] }
    return Encoder(identity.file.number).bytes + (identity.item ?? .none).bytes
      + path.bytes
  }
}

extension Documents {
  /// The file of a document that the user saw.
  /// - Parameter isVeryFile: whether it must be the very file. Else another file of the same identifier counts as well,
  ///   because an edit in Files gives a document another file.
  /// - Throws: ``DiskError/Code/changed`` when the path names another document by now.
  public func file(of document: SeenDocument, isVeryFile: Bool = false) throws(DiskError) -> FileID {
    let entry = try container.entry(document.path)
    let file = try entry.status().file
    guard let seen = document.identity, seen.file != file else { return file }
    guard !isVeryFile, let item = seen.item, try entry.identity()?.id == item else {
      throw DiskError(.changed, at: entry.path)
    }
    return file
  }
}
