extension Documents {
  /// Whether a document is what a source would make it. One that is gone, or cannot be opened, is not.
  func isSame(_ path: DocumentPath, as source: Source) throws(DiskError) -> Bool {
    guard let name = path.names.last else { return false }
    do throws(DiskError) {
      let folder = try container.folder(at: path.parent)
      let status = try folder.status(name)
      switch source {
      case .folder: return status.kind == .folder
      case .link(let target): return status.kind == .link ? try folder.readLink(name) == target : false
      case .bytes(let bytes): return status.kind == .file && status.size == 0 && bytes.isEmpty
      case .copy(let path):
        guard status.kind == .file else { return false }
        let (parent, original) = try Folder.openSource(of: path, orUse: folder)
        guard try parent.status(original).size == status.size else { return false }
        return try folder.withFile(name) { file throws(DiskError) in
          try parent.withFile(original) { other throws(DiskError) in try disk.haveSameBytes(file, other) }
        }
      }
    } catch  where error.isGone || error.code == .special || error.code == .denied {
      return false
    }
  }
}
