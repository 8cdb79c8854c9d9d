/// Copies of documents for other programs: preview copies for Quick Look, which may edit them, and parcels that the
/// user sends.
///
/// Other programs never get a document's own file to write into. Each copy is made in `Staging` and moved here whole by
/// one rename; it shows the document as it was then. An edited preview copy becomes another document, beside the original.
///
/// If the process is killed at any time, ``sweep(_:)`` of a later one releases its copies; edited ones become documents.
public struct PreviewCopies: Sendable {
  /// One preview copy.
  public struct PreviewCopy: Hashable, Sendable, Identifiable {
    /// The absolute path of the copy, under the document's own name.
    public let path: String
    /// Tells whether the copy is a folder: a package, or documents that are sent.
    public let isFolder: Bool
    /// The document that it shows, and which file that was; nil for a parcel.
    public let original: Original?
    let entry: FileName

    /// Its path: no two have the same.
    public var id: String { path }
  }

  /// The document that a preview copy shows.
  public struct Original: Hashable, Sendable {
    /// The path that it had.
    public var path: DocumentPath
    /// Which file it was.
    public var file: FileID
  }

  let container: Container
  private let sandbox: Sandbox
  /// The folder of this process: its preview copies are still in use.
  private let session = FileName.random()

  /// The preview copies of the documents of a container, in the app's own sandbox.
  public init(_ container: Container, sandbox: Sandbox) {
    (self.container, self.sandbox) = (container, sandbox)
  }

  /// Makes a preview copy of a document, which another program may show or edit.
  /// - Throws: as ``Copier/copy(_:to:_:)``; no copy is left then.
  public func makePreviewCopy(
    of path: DocumentPath, copier: Copier = Copier()
  ) throws(DiskError) -> PreviewCopy {
    try Inbox(container).staging(copier: copier.leaving) { deposit throws(DiskError) in
      // Before the copy: if another file takes the name meanwhile, the copy does not count as a version of that one.
      let file = try container.entry(path).status().file
      let name = try add(path, to: deposit)
      let note = PreviewCopyNote(path: path, state: try deposit.folder[name.fileName].state())
      try deposit.folder.opened.setAttribute(PreviewCopyNote.attribute, note.bytes)
      return try move(deposit, with: name, of: Original(path: path, file: file))
    }
  }

  /// Makes a preview copy of a file or folder that is not in the container, for a program that only reads it. Taken back, it
  /// is removed, edited or not.
  /// - Parameter path: the absolute path. The copy has the same name.
  /// - Throws: as ``makePreviewCopy(of:copier:)``.
  public func makePreviewCopy(
    ofFileAt path: String, copier: Copier = Copier()
  ) throws(DiskError) -> PreviewCopy {
    try Inbox(container).staging(copier: copier.leaving) { deposit throws(DiskError) in
      let name = DocumentName(path.split(separator: "/").last.map(String.init) ?? "")
      return try move(deposit, with: deposit.add(contentsOf: path, as: name), of: nil)
    }
  }

  private func move(
    _ deposit: Deposit, with name: DocumentName, of original: Original?
  ) throws(DiskError) -> PreviewCopy {
    let isFolder = try deposit.folder[name.fileName].status().kind == .folder
    let directory = try openSession()
    // The files are synced, and this rename is not: after a power cut the copy may be gone, with an edit that no call has
    // released yet.
    let free = DocumentName(FileName.random())
    let entry = try directory.moveIn(.staged(deposit.staging[deposit.name]), as: free).fileName
    return PreviewCopy(
      path: directory[entry].path + "/" + name.text, isFolder: isFolder, original: original, entry: entry)
  }

  /// Packs copies of documents and folders as a parcel, to be sent: what ``Drain/open(_:isCancelled:_:)``
  /// takes apart where it arrives.
  /// - Parameters:
  ///   - name: what the folder of the copies is called; nil is a parcel's name.
  ///   - each: told of each document before it is copied.
  /// - Throws: as ``Copier/copy(_:to:_:)``; no copy is left then: half a parcel would be taken for a whole one.
  public func pack(
    _ paths: [DocumentPath], as name: DocumentName? = nil, copier: Copier = Copier(),
    _ each: (DocumentPath) -> Void = { _ in }
  ) throws(DiskError) -> PreviewCopy {
    try Inbox(container).staging(copier: copier.leaving) { deposit throws(DiskError) in
      for path in paths {
        each(path)
        _ = try add(path, to: deposit)
      }
      let directory = try openSession()
      let free = name ?? Parcel.name(for: paths)
      let entry = try directory.moveIn(.staged(deposit.staging[deposit.name]), as: free).fileName
      return PreviewCopy(path: directory[entry].path, isFolder: true, original: nil, entry: entry)
    }
  }

  /// Releases a preview copy: removes it, unless it was edited. Then it becomes a document, by one exclusive rename.
  /// - Returns: where the edited copy is now; nil when nothing was edited, or another call took it back already.
  /// - Throws: the error of the disk. The copy stays then, until the next sweep.
  public func release(_ copy: PreviewCopy) throws(DiskError) -> DocumentPath? {
    do throws(DiskError) {
      return try release(copy.entry, from: openSession()).first
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Releases every preview copy that earlier processes left.
  /// - Parameter report: told of each edited copy that is a document now.
  /// - Throws: the first error of the disk, after every copy was tried. The next sweep tries the rest again.
  public func sweep(_ report: (DocumentPath) -> Void = { _ in }) throws(DiskError) {
    guard let directory = try sandbox.openPreviewCopies() else { return }
    // Again: the process that made it may have died before it did this.
    directory.excludeFromBackup()
    var failure: DiskError?
    for (session, kind) in try directory.entries() where session != self.session && kind == .folder {
      do throws(DiskError) {
        let folder = try directory.folder(session)
        for (entry, _) in try folder.entries() {
          for path in try release(entry, from: folder) { report(path) }
        }
        try directory[session].removeFolder()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func add(_ path: DocumentPath, to deposit: Deposit) throws(DiskError) -> DocumentName {
    try deposit.add(container.entry(path), as: path.documentName)
  }

  func openSession() throws(DiskError) -> Folder {
    try sandbox.makePreviewCopies().makeOrOpen(session)
  }

  private func release(_ entry: FileName, from directory: Folder) throws(DiskError) -> [DocumentPath] {
    var edited: [DocumentPath] = []
    // A preview copy that is not for editing has no note.
    if let note = try directory[entry].attribute(PreviewCopyNote.attribute).flatMap(PreviewCopyNote.init) {
      let folder = try directory.folder(entry)
      for (name, kind) in try folder.entries() where kind == .file || kind == .folder {
        if try note.state == folder[name].state() { continue }
        // Another program wrote it.
        let own = try OwnEntry.made(of: folder[name], in: container)
        edited.append(
          try beside(note.path) { parent throws(DiskError) in
            let target = try container.folder(at: parent)
            let given = try target.moveIn(own, as: DocumentName(name))
            try target.sync()
            return parent.appending(given.fileName)
          })
      }
    }
    try directory[entry].removeTree()
    return edited
  }

  /// Calls a closure with the folder of a document, or with the root when that is gone or in the trash.
  private func beside(
    _ path: DocumentPath, _ keep: (DocumentPath) throws(DiskError) -> DocumentPath
  ) throws(DiskError) -> DocumentPath {
    do throws(DiskError) {
      return try keep(path.directory == .documents ? path.parent : DocumentPath())
    } catch  where error.isGone {
      return try keep(DocumentPath())
    }
  }
}

/// The original of a preview copy, and the state of the copy when it was made. It is stored on the copy's folder.
struct PreviewCopyNote: Hashable {
  /// Named as in earlier versions, whose copies may be there, edited.
  static let attribute = Identity.prefix + "loan"

  /// The document.
  var path: DocumentPath
  /// The state of the copy.
  var state: Digest

  init(path: DocumentPath, state: Digest) { (self.path, self.state) = (path, state) }

  /// Reads what ``bytes`` wrote; nil for anything else.
  init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    guard let high = decoder.word(), let low = decoder.word() else { return nil }
    self.init(path: DocumentPath(bytes: decoder.remaining()), state: Digest(high: high, low: low))
  }

  /// The state, then the path.
  var bytes: [UInt8] { state.bytes + path.bytes }
}

extension Entry {
  /// A digest of an entry with everything below it: which file each is, how large, and when it was last written. A package
  /// is a folder, and an editor may write into any file of it.
  fileprivate func state() throws(DiskError) -> Digest {
    let status = try status()
    var state = status.state(at: DocumentPath())
    guard status.kind == .folder else { return state }
    try folder.folder(name).walkEntries { name, present, above throws(DiskError) in
      state += try present[name].status().state(at: DocumentPath(above + [name]))
    }
    return state
  }
}

extension FileStatus {
  /// For a folder only its identity counts, because its contents have their own states.
  fileprivate func state(at path: DocumentPath) -> Digest {
    var digester = Digester()
    digester.add(path.bytes)
    digester.add(file.number)
    if kind != .folder {
      digester.add(size)
      digester.add(modified)
    }
    return digester.finish()
  }
}

/// Edits that the other program writes to a file of its own, because the edited version has another type.
extension PreviewCopies {
  /// Takes in an edited version of a preview copy that the other program wrote elsewhere. The file there is only read.
  ///
  /// It is copied into `Staging`, and one exclusive rename puts it beside the preview copy, from where ``release(_:)``
  /// makes it a document; or one exchange, with an earlier edited version. If the preview copy was taken back already, the
  /// edited version becomes a document beside the original.
  ///
  /// If the process is killed here, the earlier version or this one is beside the preview copy, and the sweep makes it a
  /// document.
  /// - Returns: where the edited version is, if it is a document already.
  /// - Throws: the error of the disk; nothing of the edited version is saved then.
  public func keepEdit(
    at path: String, of copy: PreviewCopy, copier: Copier = Copier()
  ) throws(DiskError) -> DocumentPath? {
    guard let original = copy.original, let written = path.split(separator: "/").last
    else { throw DiskError(.notFound, at: path) }
    let documents = Documents(container)
    let place = Documents.name(of: original.path.documentName, for: DocumentName(String(written)))
    let staged = try documents.stage(.copy(of: path), as: place, copier: copier)
    // After the copy is beside the preview copy, what is left is an earlier version, or an empty folder.
    defer { staged.tidy() }
    do throws(DiskError) {
      let folder = try openSession().folder(copy.entry)
      do throws(DiskError) {
        try staged.entry.rename(to: folder[place.fileName])
      } catch  where error.code == .exists {
        try staged.entry.exchange(with: folder[place.fileName])
      }
      return nil
    } catch  where error.code == .notFound {
      // The preview copy was released.
      return try beside(original.path) { parent throws(DiskError) in try documents.add(staged, in: parent) }
    }
  }
}
