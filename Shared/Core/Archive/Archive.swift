import Synchronization

/// ZIP archives among the documents.
///
/// The room Archive:
/// - For: uncompressing a ZIP archive into documents, and compressing documents into one.
/// - Guarantees: what comes out appears whole, by one exclusive rename, beside the archive; no path of an archive leads
///   out of it; memory does not grow with entries or bytes beyond `ArchiveLimits`.
/// - After a crash: a copy in `Staging`, which the sweep removes a day later, and for a compression a packed copy, which the
///   sweep of the preview copies removes.
/// - Never: change an archive; unpack one that the user did not choose; follow or make a link.
public struct Archive: Sendable {
  let container: Container
  /// How many entries an archive may have.
  var limit = ArchiveLimits.entries
  /// The encoding of names that name none.
  var encoding = NameEncoding()
  var documents: Documents { Documents(container) }

  /// The archives of a container.
  public init(_ container: Container) {
    self.container = container
  }

  static let suffix = ".zip"

  /// Whether a name is that of a ZIP archive.
  public static func isArchive(_ name: FileName) -> Bool {
    let text = name.description
    return text.utf8.count > suffix.utf8.count && text.lowercased().hasSuffix(suffix)
  }

  /// What came out of an archive.
  public struct Uncompressed: Hashable, Sendable {
    /// Where it is.
    public var path: DocumentPath
    /// The links and devices in it that were not made: some of their paths.
    public var leftOut: [String]
  }

  /// Uncompresses an archive beside itself, into a folder of its name or the next free one.
  ///
  /// A single file comes out as itself, under its own name, also when it is alone in a folder that is called as the file is
  /// without its extension: so ``compress(_:in:copier:zip:)`` packs a single document. Any other single folder becomes the
  /// folder of the archive's name, and not one in it; a package, whose name has an extension, keeps its name. The archive
  /// stays.
  ///
  /// Dies in it: what was written so far is in `Staging`, and nothing is beside the archive; or all of it is.
  /// - Parameters:
  ///   - room: how many bytes the volume has room for, where that is known.
  ///   - isCancelled: asked for every 64 KB, every entry and every folder.
  ///   - progress: told how much is done, from 0 to 1.
  /// - Throws: what an ``ArchiveError`` says, and then nothing is left of it.
  public func uncompress(
    _ path: DocumentPath, room: Int64? = nil, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(ArchiveError) -> Uncompressed {
    // What would come out in the trash could not be put back.
    guard let name = path.names.last, path.room == .documents else {
      throw .disk(DiskError(.notFound, at: container.path(of: path)))
    }
    let disk = container.disk
    let (folder, file) = try ArchiveError.onDisk { () throws(DiskError) in
      let folder = try container.folder(at: path.parent)
      return (
        folder, try folder.withDescriptor { opened throws(DiskError) in try disk.openFile(opened, name) }
      )
    }
    // Only read from: a failing close loses nothing.
    defer { try? disk.close(file) }
    let before = try ArchiveError.onDisk { () throws(DiskError) in try disk.status(file, nil) }
    guard before.kind == .file else { throw .notAnArchive }
    let contents = try ArchiveContents(
      ArchiveWindow(file, length: before.size, disk: disk), limit: limit, encoding: encoding)
    if let room, contents.size + contents.count * ArchiveLimits.block > room {
      throw .disk(DiskError(.noSpace, at: folder.place(name)))
    }
    let meter = Mutex(Int64(0))
    // At least 1, so that an archive of empty files divides by no zero.
    let whole = Double(max(1, contents.size))
    let copier = Copier(
      progress: { bytes in
        let done = meter.withLock { done in
          done += bytes
          return done
        }
        progress(Double(done) / whole)
      }, isCancelled: isCancelled)
    let deposit = try ArchiveError.onDisk { () throws(DiskError) in
      try Inbox(container).deposit(copier: copier)
    }
    do throws(ArchiveError) {
      let entry = FileName.random()
      let root = try ArchiveError.onDisk { () throws(DiskError) in
        try deposit.folder.makeFolder(entry)
        return try deposit.folder.folder(entry)
      }
      let extraction = Extraction(
        of: contents, in: ArchiveWindow(file, length: before.size, disk: disk), to: root,
        copier: deposit.touching)
      try extraction.run()
      return try ArchiveError.onDisk { () throws(DiskError) in
        guard try disk.status(file, nil).sameContents(as: before) else {
          throw DiskError(.changed, at: folder.place(name))
        }
        if isCancelled() { throw DiskError(.cancelled, at: folder.place(name)) }
        let staged = try arrange(root, entry, as: Self.stem(of: name), in: deposit)
        return Uncompressed(
          path: try documents.add(staged, in: path.parent), leftOut: extraction.leftOut)
      }
    } catch {
      // If even that cannot be found out, the error stands as it is.
      let isStaged = (try? deposit.isStaged()) ?? true
      // Report the first error. The sweep removes the parcel if this cannot.
      try? deposit.discard()
      if !isStaged, case .disk(let cause) = error, cause.code == .notFound {
        throw .disk(DiskError(.swept, at: cause.place))
      }
      throw error
    }
  }

  /// Gives what was written its name inside the parcel.
  private func arrange(
    _ root: Folder, _ entry: FileName, as name: DocumentName, in deposit: Deposit
  ) throws(DiskError) -> Staged {
    let first = try root.entries(upTo: 2) { _, _ in true }
    guard first.count == 1 else {
      try root.withDescriptor { opened throws(DiskError) in _ = try container.disk.identifyAnew(opened) }
      try root.sync()
      try deposit.folder.rename(entry, to: deposit.folder, as: name.fileName)
      return try Staged(name: name, in: deposit)
    }
    let own = DocumentName(first[0].name)
    if first[0].kind == .folder, let document = try only(in: root.folder(first[0].name), called: own) {
      try root.folder(first[0].name).rename(document.fileName, to: deposit.folder, as: document.fileName)
      return try Staged(name: document, in: deposit)
    }
    let given = first[0].kind == .folder && !own.hasExtension ? name : own
    try root.rename(first[0].name, to: deposit.folder, as: given.fileName)
    return try Staged(name: given, in: deposit)
  }

  /// The file that is alone in a folder, if the folder is called as it is without its extension.
  private func only(in folder: Folder, called name: DocumentName) throws(DiskError) -> DocumentName? {
    let inside = try folder.entries(upTo: 2) { _, _ in true }
    guard inside.count == 1, inside[0].kind == .file else { return nil }
    let document = DocumentName(inside[0].name)
    return document.withoutExtension == name ? document : nil
  }

  /// The name of an archive without its extension.
  private static func stem(of name: FileName) -> DocumentName {
    let text = DocumentName(name).text
    return isArchive(name) ? DocumentName(String(text.dropLast(suffix.count))) : DocumentName(name)
  }
}
