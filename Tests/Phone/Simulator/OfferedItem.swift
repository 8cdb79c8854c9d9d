import AppleFoundation
import Foundation
import UniformTypeIdentifiers

/// What another app offers for a drag or a copy, as apps do.
enum OfferedItem {
  /// A file or folder at a path, an address, or else a text.
  static func provider(_ thing: String) -> NSItemProvider {
    if thing.hasPrefix("/") { return file(thing) }
    if let url = URL(string: thing), url.scheme != nil {
      return NSItemProvider(item: url as NSURL, typeIdentifier: UTType.url.identifier)
    }
    return NSItemProvider(item: thing as NSString, typeIdentifier: UTType.plainText.identifier)
  }

  /// A file as an app offers it: under its type, which its extension tells, and read only when it is asked
  /// for.
  static func file(_ path: String) -> NSItemProvider {
    let url = URL(fileURLWithPath: path)
    let provider = NSItemProvider()
    provider.suggestedName = url.lastPathComponent
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let type =
      exists && isFolder.boolValue
      ? UTType.folder : UTType(filenameExtension: url.pathExtension) ?? .data
    provider.registerFileRepresentation(
      forTypeIdentifier: (type.isDynamic ? .data : type).identifier, fileOptions: [], visibility: .all
    ) { answer in
      var status = stat()
      if lstat(path, &status) == 0, ![S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT) {
        // No app hands over a pipe or a device, and reading one might never end.
        answer(nil, false, CocoaError(.fileReadUnknown))
      } else {
        answer(url, false, nil)
      }
      return nil
    }
    return provider
  }
}
