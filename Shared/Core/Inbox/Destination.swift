/// The destination of a parcel in Documents: an attribute of the parcel's folder, for the drain of any process.
///
/// If the folder is renamed or moved before the drain, the documents follow it; if it is gone, they go into the root. The
/// parcel's own name is part of the value: a parcel that comes from elsewhere gets a fresh name, and its destination does
/// not count.
public struct Destination: Hashable, Sendable {
  static let attribute = Identity.prefix + "destination"

  /// The folder, by the path that it had when the user chose it. The empty path is the root.
  var folder: DocumentPath
  /// The identifier that the folder had when the parcel was published; nil for the root, and where it could not be read.
  var item: ItemID?
  /// The folder that the drain creates in it, unless it exists by then; nil when the documents go into ``folder`` itself.
  var newFolder: FileName?
  /// Tells whether the user wants another copy of what is there already. The drain then skips no duplicate.
  var keepsCopies: Bool

  /// A folder of Documents, a new one in it, and whether the user wants another copy of what is there already.
  public init(
    _ folder: DocumentPath = DocumentPath(), creating newFolder: DocumentName? = nil,
    keepingCopies: Bool = false
  ) {
    (self.folder, self.newFolder, keepsCopies) = (folder, newFolder?.fileName, keepingCopies)
  }

  /// The value for a parcel: the parcel's name, a zero, 16 bytes of identifier, whether the last name of the path is that
  /// of the new folder (1), added to whether copies are kept (2), the path.
  func encode(of parcel: FileName) -> [UInt8] {
    let path = newFolder.map(folder.appending) ?? folder
    let flags: UInt8 = (newFolder == nil ? 0 : 1) + (keepsCopies ? 2 : 0)
    return Array(parcel.bytes) + [0] + (item ?? .none).bytes + [flags] + path.bytes
  }

  /// Reads what ``encode(of:)`` wrote for this parcel; nil for anything else.
  init?(_ value: [UInt8], of parcel: FileName) {
    let parts = value.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual(parcel.bytes), parts[1].count > 16,
      let item = ItemID(Array(parts[1].prefix(16)))
    else { return nil }
    var path = DocumentPath(bytes: parts[1].dropFirst(17))
    guard path.directory == .documents, path.names.allSatisfy(\.isEntry) else { return nil }
    let flags = parts[1].dropFirst(16).first ?? 0
    if flags & 1 != 0 { newFolder = path.names.popLast() }
    (folder, keepsCopies) = (path, flags & 2 != 0)
    self.item = item == .none ? nil : item
  }
}

extension Folder {
  /// The destination of the parcel that this folder is, or the root without one.
  func destination(of parcel: FileName) -> Destination {
    // If the attribute cannot be read, the parcel goes into the root.
    let value = try? opened.attribute(Destination.attribute)
    return value.flatMap { Destination($0, of: parcel) } ?? Destination()
  }

  /// The identifier that this folder carries; nil for none.
  func item() throws(DiskError) -> ItemID? { try opened.identity()?.id }
}
