/// Copies of documents for other programs: preview copies for Quick Look, which may edit them, and parcels that the
/// user sends.
///
/// Other programs never get a document's own file to write into, so no edit can spoil one. Each copy is made in
/// `Staging` and moved here whole by one rename; it shows the document as it was then, also when that changes. If the
/// user edits a preview copy, it becomes another document, beside the original.
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
    self.container = container
    self.sandbox = sandbox
  }

  /// Makes a preview copy of a document, which another program may show or edit.
  ///
  /// - Throws: as ``Copier/copy(_:of:to:as:)``; no copy is left then.
  public func makePreviewCopy(of path: DocumentPath, copier: Copier = Copier()) throws(DiskError)
    -> PreviewCopy
  {
    try making(copier) { deposit throws(DiskError) in
      let folder = try container.folder(at: path.parent)
      // Before the copy: if another file takes the name meanwhile, the copy does not count as a version of that one.
      let file = try folder.fileID(of: path.names.last ?? "")
      let name = try add(path, to: deposit)
      let isFolder = try deposit.folder.status(name.fileName).kind == .folder
      let note = PreviewCopyNote(path: path, state: try deposit.folder.state(of: name.fileName))
      let disk = container.disk
      try deposit.folder.withDescriptor { folder throws(DiskError) in
        try disk.setAttribute(folder, PreviewCopyNote.attribute, note.bytes)
      }
      return try move(deposit, with: name, isFolder: isFolder, of: Original(path: path, file: file))
    }
  }

  /// Makes a preview copy of a file or folder that is not in the container, for a program that only reads it. Taken back, it
  /// is removed, edited or not.
  ///
  /// - Parameter path: the absolute path. The copy has the same name.
  /// - Throws: as ``makePreviewCopy(of:copier:)``.
  public func makePreviewCopy(
    ofFileAt path: String, copier: Copier = Copier()
  ) throws(DiskError) -> PreviewCopy {
    try making(copier) { deposit throws(DiskError) in
      let name = DocumentName(path.split(separator: "/").last.map(String.init) ?? "")
      let added = try deposit.add(contentsOf: path, as: name)
      let isFolder = try deposit.folder.status(added.fileName).kind == .folder
      return try move(deposit, with: added, isFolder: isFolder, of: nil)
    }
  }

  private func move(
    _ deposit: Deposit, with name: DocumentName, isFolder: Bool, of original: Original?
  ) throws(DiskError) -> PreviewCopy {
    let directory = try openSession()
    let entry = try deposit.move(to: directory, as: DocumentName(FileName.random())).fileName
    return PreviewCopy(
      path: directory.place(entry) + "/" + name.text, isFolder: isFolder, original: original, entry: entry)
  }

  /// Packs copies of documents and folders as a parcel, to be sent: what ``Drain/open(_:isCancelled:_:)``
  /// takes apart where it arrives.
  ///
  /// - Parameters:
  ///   - paths: the documents. Two of one name get the next free one, as anywhere.
  ///   - name: what the folder of the copies is called; nil is a parcel's name.
  ///   - each: told of each document before it is copied.
  /// - Throws: as ``Copier/copy(_:of:to:as:)``; no copy is left then: half a parcel would be taken for a whole one.
  public func pack(
    _ paths: [DocumentPath], as name: DocumentName? = nil, copier: Copier = Copier(),
    _ each: (DocumentPath) -> Void = { _ in }
  ) throws(DiskError) -> PreviewCopy {
    try making(copier) { deposit throws(DiskError) in
      for path in paths {
        each(path)
        _ = try add(path, to: deposit)
      }
      let directory = try openSession()
      let entry = try deposit.move(to: directory, as: name ?? Parcel.name(for: paths)).fileName
      return PreviewCopy(path: directory.place(entry), isFolder: true, original: nil, entry: entry)
    }
  }

  private func making(
    _ copier: Copier, _ body: (Deposit) throws(DiskError) -> PreviewCopy
  ) throws(DiskError) -> PreviewCopy {
    let deposit = try Inbox(container).deposit(copier: copier.leaving)
    do throws(DiskError) {
      return try body(deposit)
    } catch {
      // Report the first error. The sweep removes the parcel if this cannot.
      try? deposit.discard()
      throw error
    }
  }

  /// Releases a preview copy: removes it, unless it was edited. Then it becomes a document, by one exclusive rename.
  ///
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
  ///
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
        try directory.removeFolder(session)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func add(_ path: DocumentPath, to deposit: Deposit) throws(DiskError) -> DocumentName {
    guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
    return try deposit.add(name, of: container.folder(at: path.parent), as: DocumentName(name))
  }

  func openSession() throws(DiskError) -> Folder {
    try sandbox.makePreviewCopies().makeOrOpen(session)
  }

  private func release(_ entry: FileName, from directory: Folder) throws(DiskError) -> [DocumentPath] {
    var edited: [DocumentPath] = []
    if let note = try note(on: entry, in: directory) {
      let folder = try directory.folder(entry)
      for (name, kind) in try folder.entries() where kind == .file || kind == .folder {
        if try note.state == folder.state(of: name) { continue }
        // The program that wrote it may not have synced it.
        let disk = container.disk
        try folder.withOpen(name, kind) { opened throws(DiskError) in try disk.sync(opened) }
        edited.append(
          try beside(note.path) { parent throws(DiskError) in try keep(name, of: folder, in: parent) })
      }
    }
    try directory.removeTree(entry)
    return edited
  }

  /// The note on a preview copy's folder; nil when the copy is not for editing.
  private func note(on entry: FileName, in directory: Folder) throws(DiskError) -> PreviewCopyNote? {
    let disk = container.disk
    let kind = try directory.status(entry).kind
    guard kind == .folder else { return nil }
    return try directory.withOpen(entry, kind) { opened throws(DiskError) in
      try disk.attribute(opened, PreviewCopyNote.attribute).flatMap { PreviewCopyNote($0) }
    }
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

  private func keep(
    _ name: FileName, of folder: Folder, in parent: DocumentPath
  ) throws(DiskError) -> DocumentPath {
    let target = try container.folder(at: parent)
    let given = try target.moveIn(name, from: folder, as: DocumentName(name))
    try target.sync()
    return parent.appending(given.fileName)
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

extension Folder {
  /// A digest of an entry with everything below it: which file each is, how large, and when it was last written. A package
  /// is a folder, and an editor may write into any file of it.
  fileprivate func state(of name: FileName) throws(DiskError) -> Digest {
    let status = try status(name)
    var state = status.state(at: DocumentPath())
    guard status.kind == .folder else { return state }
    var path = DocumentPath()
    try folder(name).walk { step, present throws(DiskError) in
      switch step {
      case .entering(let name):
        path.names.append(name)
        state += try present.status(name).state(at: path)
      case .leaf(let name, _): state += try present.status(name).state(at: path.appending(name))
      case .left: path.names.removeLast()
      }
    }
    return state
  }
}

extension FileStatus {
  /// For a folder only its identity counts, because its contents have their own states.
  fileprivate func state(at path: DocumentPath) -> Digest {
    var digester = Digester()
    digester.add(path.bytes)
    digester.add(inode)
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
  /// makes it a document. It takes the place of an earlier edited version, by one exchange. If the preview copy was taken
  /// back already, the edited version becomes a document beside the original.
  ///
  /// If the process is killed here, the earlier version or this one is beside the preview copy, and the sweep makes it a
  /// document.
  /// - Returns: where the edited version is, if it is a document already.
  /// - Throws: the error of the disk; nothing of the edited version is saved then.
  public func keepEdit(
    at path: String, of copy: PreviewCopy, copier: Copier = Copier()
  ) throws(DiskError) -> DocumentPath? {
    guard let original = copy.original, let name = original.path.names.last,
      let written = path.split(separator: "/").last
    else { throw DiskError(.notFound, at: path) }
    let documents = Documents(container)
    let place = Documents.name(of: DocumentName(name), for: DocumentName(String(written)))
    let staged = try documents.stage(.copy(of: path), as: place, copier: copier)
    do throws(DiskError) {
      return try keep(staged, as: place, of: copy, original)
    } catch {
      staged.tidy()
      throw error
    }
  }

  private func keep(
    _ staged: Staged, as place: DocumentName, of copy: PreviewCopy, _ original: Original
  ) throws(DiskError) -> DocumentPath? {
    do throws(DiskError) {
      let folder = try openSession().folder(copy.entry)
      do throws(DiskError) {
        try staged.folder.rename(staged.entry, to: folder, as: place.fileName)
      } catch  where error.code == .exists {
        // An earlier version, which goes to `Staging`. The sweep removes it if the next call cannot.
        try staged.folder.exchange(staged.entry, with: folder, place.fileName)
      }
      staged.tidy()
      return nil
    } catch  where error.code == .notFound {
      // The preview copy was released.
      return try beside(original.path) { parent throws(DiskError) in
        try Documents(container).add(staged, in: parent)
      }
    }
  }
}
