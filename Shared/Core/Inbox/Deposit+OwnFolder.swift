import Foundation

extension Deposit {
  /// Whether a path, as it is written, is the container's, leads into it, or is that of a folder that holds it.
  func isOwn(_ path: String) -> Bool { PathNames(path).overlaps(PathNames(container.path)) }

  /// The same of an entry of an open folder, through the links and the `..` on the way there. It only looks.
  ///
  /// What cannot be looked up is not the app's, because the app can open every folder of its own.
  func isOwn(_ source: FileName, of parent: Folder) -> Bool {
    guard let path = actualPath(of: source, in: parent), let own = try? actualPath(of: staging) else {
      return false
    }
    return PathNames(path).overlaps(PathNames((own as NSString).deletingLastPathComponent))
  }

  /// Where an entry is, without links; nil when that cannot be looked up.
  private func actualPath(of source: FileName, in parent: Folder) -> String? {
    // A file cannot be opened as a folder; then the folder around it says where it is.
    if let folder = try? parent.folder(source) { return try? actualPath(of: folder) }
    // In a folder that cannot be opened, the file has its whole path for a name: see `Folder.openSource(of:orUse:)`.
    guard source.isEntry else { return nil }
    return (try? actualPath(of: parent)).map { $0 + "/" + source.description }
  }

  private func actualPath(of folder: Folder) throws(DiskError) -> String {
    try folder.withDescriptor { opened throws(DiskError) in try container.disk.path(opened) }
  }
}
