/// Where in Documents a parcel is to go: kept on the parcel's folder until it is drained, so that any drain in any
/// process delivers it there, also after a crash.
///
/// A parcel that says nothing goes into the root, and so does one whose folder is gone. The parcel's own name is
/// part of the value: a parcel that comes from elsewhere gets a fresh name, and what it says does not count.
enum Destination {
  static let attribute = "app.intray.destination"

  static func encode(_ folder: DocumentPath, of parcel: FileName) -> [UInt8] {
    Array(parcel.bytes) + [0] + folder.bytes
  }

  /// Reads what ``encode(_:of:)`` wrote for this parcel; nil for anything else.
  static func decode(_ value: [UInt8], of parcel: FileName) -> DocumentPath? {
    let parts = value.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual(parcel.bytes) else { return nil }
    let folder = DocumentPath(bytes: parts[1])
    return folder.room == .documents && folder.names.allSatisfy(\.isEntry) ? folder : nil
  }
}

extension Folder {
  /// Where a parcel, which this is, is to go; the root when it does not say.
  func destination(of parcel: FileName) -> DocumentPath {
    // What cannot be read says nothing, and the root is always there.
    let value = try? withDescriptor { opened throws(DiskError) in
      try disk.attribute(opened, Destination.attribute)
    }
    return value.flatMap { Destination.decode($0, of: parcel) } ?? DocumentPath()
  }
}
