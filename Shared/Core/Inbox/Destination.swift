/// The destination of a parcel in Documents: an attribute of the parcel's folder, for the drain of any process.
///
/// A parcel without one goes into the root, and so does one whose folder is gone. The parcel's own name is part of the
/// value: a parcel that comes from elsewhere gets a fresh name, and its destination does not count.
struct Destination: Hashable, Sendable {
  static let attribute = Identity.prefix + "destination"

  /// The folder, by the path that it had when the user chose it. The empty path is the root.
  var folder = DocumentPath()
  /// The identifier that the folder had then; nil for the root, and where it could not be read.
  var item: ItemID?
  /// The folder that the drain creates in it; nil when the documents go into ``folder`` itself.
  var newFolder: FileName?
  /// Tells whether the user wants another copy of what is there already. The remembered answer does not count then.
  var keepsCopies = false

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
    keepsCopies = flags & 2 != 0
    folder = path
    self.item = item == .none ? nil : item
  }

  /// The root.
  init() {}

  /// A folder of Documents as the user chose it now.
  init(
    _ folder: DocumentPath, creating newFolder: DocumentName?, keepingCopies: Bool, in container: Container
  ) {
    (self.folder, self.newFolder, keepsCopies) = (folder, newFolder?.fileName, keepingCopies)
    // The path alone finds a folder whose identifier cannot be read.
    if !folder.names.isEmpty { item = try? container.folder(at: folder).item() }
  }
}

extension Folder {
  /// Stores the destination of the parcel that this folder is. It is not synced.
  func setDestination(_ destination: Destination, of parcel: FileName) throws(DiskError) {
    try withDescriptor { opened throws(DiskError) in
      try disk.setAttribute(opened, Destination.attribute, destination.encode(of: parcel))
    }
  }

  /// The destination of the parcel that this folder is, or the root without one.
  func destination(of parcel: FileName) -> Destination {
    // If the attribute cannot be read, the parcel goes into the root.
    let value = try? withDescriptor { opened throws(DiskError) in
      try disk.attribute(opened, Destination.attribute)
    }
    return value.flatMap { Destination($0, of: parcel) } ?? Destination()
  }

  /// The identifier that this folder carries; nil for none.
  func item() throws(DiskError) -> ItemID? {
    try withDescriptor { opened throws(DiskError) in try disk.identity(opened)?.id }
  }
}
