extension Documents {
  /// The name of an archive of several documents. It is not translated, so that all devices use the same.
  private static let archive = DocumentName("Archive")

  /// Compresses documents and folders into one ZIP archive beside the first of them, under the name of the only one, or
  /// `Archive.zip`, or the next free name. The documents stay.
  ///
  /// They are cloned into one folder, which the system zips: it zips only folders. A single folder is that folder itself. A
  /// single document is zipped in a folder of its name without the extension.
  ///
  /// If the process is killed here, the packed copy stays, which the sweep of the preview copies removes, and perhaps a copy of
  /// the archive in `Staging`; or the archive is there, whole.
  /// - Parameter zip: zips a folder, and lends the path of the archive to a closure, as `NSFileCoordinator` does for
  ///   uploading.
  /// - Returns: where the archive is.
  /// - Throws: as ``PreviewCopies/pack(_:as:copier:_:)``, what `zip` throws, and the errors of the disk. No archive is left
  ///   then.
  public func compress(
    _ paths: [DocumentPath], in copies: PreviewCopies, copier: Copier = Copier(),
    zip: (_ folder: String, _ take: (_ archive: String) -> Void) throws(DiskError) -> Void
  ) throws(DiskError) -> DocumentPath {
    guard let parent = paths.first?.parent else { throw DiskError(.notFound, at: "") }
    let only = paths.count == 1 ? paths.first : nil
    let isFolder = try only.map { path throws(DiskError) in
      try container.entry(path).status().kind == .folder
    }
    let name = only?.documentName ?? Self.archive
    let stem = isFolder == false ? name.withoutExtension : name
    let packed = try copies.pack(paths, as: stem, copier: copier)
    // If it cannot be removed now, it is removed when the app is next opened.
    defer { _ = try? copies.release(packed) }
    var result: Result<Staged, DiskError>?
    try zip(isFolder == true ? packed.path + "/" + name.text : packed.path) { archive in
      result = Result { () throws(DiskError) in
        try stage(.copy(of: archive), as: DocumentName(stem.text + ".zip"), copier: copier)
      }
    }
    guard let staged = try result?.get() else { throw DiskError(.failed, at: packed.path) }
    defer { staged.tidy() }
    return try add(staged, in: parent)
  }
}
