import Foundation

extension FileManager {
  /// Copies as the system does: folders that may only be read are copied with all that is in them, and are
  /// only to be read afterwards. Linux's `copyItem(at:to:)` stops at such a folder.
  ///
  /// <https://developer.apple.com/documentation/foundation/filemanager/copyitem(at:to:)>
  func copyAsTheSystemDoes(_ source: URL, to destination: URL) throws {
    let attributes = try attributesOfItem(atPath: source.path)
    let type = attributes[.type] as? FileAttributeType
    guard type == .typeDirectory else {
      // Reading a pipe or a device might never end.
      guard type == .typeRegular || type == .typeSymbolicLink else { throw CocoaError(.fileReadUnknown) }
      try copyItem(at: source, to: destination)
      // Linux's gives a file, and no link, the time of the copy.
      guard type == .typeRegular, let modified = attributes[.modificationDate] else { return }
      return try setAttributes([.modificationDate: modified], ofItemAtPath: destination.path)
    }
    try createDirectory(at: destination, withIntermediateDirectories: false)
    for name in try contentsOfDirectory(atPath: source.path) {
      try copyAsTheSystemDoes(source.appending(path: name), to: destination.appending(path: name))
    }
    let kept = attributes.filter { [.posixPermissions, .modificationDate].contains($0.key) }
    try setAttributes(kept, ofItemAtPath: destination.path)
  }

  /// Removes what was copied, folders that may only be read too.
  func removeAsTheSystemDoes(_ item: URL) throws {
    if try attributesOfItem(atPath: item.path)[.type] as? FileAttributeType == .typeDirectory {
      try setAttributes([.posixPermissions: 0o700], ofItemAtPath: item.path)
      for name in try contentsOfDirectory(atPath: item.path) {
        try removeAsTheSystemDoes(item.appending(path: name))
      }
    }
    try removeItem(at: item)
  }
}
