/// Where a document is below a room: the names from the room's folder down to it. The room itself is the
/// empty path.
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
  /// The names, outermost first.
  public var names: [FileName]

  /// A path of these names.
  public init(_ names: [FileName] = []) {
    self.names = names
  }

  /// Reads names that a slash separates, as ``bytes`` wrote them.
  init(bytes: some Collection<UInt8>) {
    names = bytes.split(separator: UInt8(ascii: "/")).map { FileName(bytes: $0) }
  }

  /// The names with a slash between them: bytes, whatever they mean.
  var bytes: [UInt8] { Array(names.map(\.bytes).joined(separator: [UInt8(ascii: "/")])) }

  /// For a person's eyes.
  public var description: String { names.map(\.description).joined(separator: "/") }

  /// The path of an entry of this folder.
  public func appending(_ name: FileName) -> DocumentPath { DocumentPath(names + [name]) }

  /// The folder that it lies in; the room's lies in itself.
  public var parent: DocumentPath { DocumentPath(Array(names.dropLast())) }
}

extension Folder {
  /// Opens a folder below this one, name by name; no link is followed on the way.
  public func folder(at path: DocumentPath) throws(DiskError) -> Folder {
    var folder = self
    for name in path.names {
      guard name.isEntry else { throw DiskError(.notFound, at: folder.place(name)) }
      folder = try folder.folder(name)
    }
    return folder
  }
}
