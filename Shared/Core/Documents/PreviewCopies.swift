/// Copies of documents for other programs: preview copies for Quick Look, which may edit them, and parcels that the
/// user sends.
///
/// Other programs never get a document's own file to write into, so no edit can spoil one. Each copy is made in
/// `Staging` and moved here whole by one rename; it shows the document as it was then, also when that changes. If the
/// user edits a preview copy, it becomes another document, beside the original.
///
/// Dies anywhere: the copies of an earlier process are taken back by ``sweep(_:)``, edited ones as documents.
public struct PreviewCopies: Sendable {
  /// One preview copy.
  public struct PreviewCopy: Hashable, Sendable, Identifiable {
    /// The absolute path of the copy, under the document's own name.
    public let path: String
    /// Whether the copy is a folder: of a package, or of documents that are sent.
    public let isFolder: Bool
    /// The document that it shows, and which file that was; nil for a parcel.
    public let original: Original?
    let entry: FileName

    /// Where it is: no two are in one place.
    public var id: String { path }
  }

  /// The document that a preview copy shows.
  public struct Original: Hashable, Sendable {
    /// Where it was.
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
  public func lend(_ path: DocumentPath, copier: Copier = Copier()) throws(DiskError) -> PreviewCopy {
    try making(copier) { deposit throws(DiskError) in
      let folder = try container.folder(at: path.parent)
      // Before the copy: if another file takes the name meanwhile, the copy does not count as a version of that one.
      let file = try folder.identify(path.names.last ?? "")
      let name = try add(path, to: deposit)
      let isFolder = try deposit.folder.status(name.fileName).kind == .folder
      let note = PreviewCopyNote(path: path, state: try deposit.folder.state(of: name.fileName))
      let disk = container.disk
      try deposit.folder.withDescriptor { folder throws(DiskError) in
        try disk.setAttribute(folder, PreviewCopyNote.attribute, note.bytes)
      }
      let room = try openSession()
      let entry = try deposit.move(to: room, as: DocumentName(FileName.random())).fileName
      return PreviewCopy(
        path: room.place(entry) + "/" + name.text, isFolder: isFolder,
        original: Original(path: path, file: file), entry: entry)
    }
  }

  /// Makes a preview copy of a file or folder that is not in the container, for a program that only reads it. Taken back, it
  /// is removed, edited or not.
  ///
  /// - Parameter path: the absolute path. The copy has the same name.
  /// - Throws: as ``lend(_:copier:)``.
  public func lend(
    contentsOf path: String, copier: Copier = Copier()
  ) throws(DiskError) -> PreviewCopy {
    try making(copier) { deposit throws(DiskError) in
      let name = DocumentName(path.split(separator: "/").last.map(String.init) ?? "")
      let added = try deposit.add(contentsOf: path, as: name)
      let isFolder = try deposit.folder.status(added.fileName).kind == .folder
      let room = try openSession()
      let entry = try deposit.move(to: room, as: DocumentName(FileName.random())).fileName
      return PreviewCopy(
        path: room.place(entry) + "/" + added.text, isFolder: isFolder, original: nil, entry: entry)
    }
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
      let room = try openSession()
      let entry = try deposit.move(to: room, as: name ?? Parcel.name(for: paths)).fileName
      return PreviewCopy(path: room.place(entry), isFolder: true, original: nil, entry: entry)
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

  /// Takes back a preview copy: removes it, unless it was edited. Then it becomes a document, by one exclusive rename.
  ///
  /// - Returns: where the edited copy is now; nil when nothing was edited, or another call took it back already.
  /// - Throws: the error of the disk. The copy stays then, until the next sweep.
  public func takeBack(_ copy: PreviewCopy) throws(DiskError) -> DocumentPath? {
    do throws(DiskError) {
      return try takeBack(copy.entry, from: openSession()).first
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Takes back every preview copy that earlier processes left.
  ///
  /// - Parameter report: told of each edited copy that is a document now.
  /// - Throws: the first error of the disk, after every copy was tried. The next sweep tries the rest again.
  public func sweep(_ report: (DocumentPath) -> Void = { _ in }) throws(DiskError) {
    guard let room = try sandbox.openPreviewCopies() else { return }
    // Again: the process that made it may have died before it did this.
    room.excludeFromBackup()
    var failure: DiskError?
    for (session, kind) in try room.entries() where session != self.session && kind == .folder {
      do throws(DiskError) {
        let folder = try room.folder(session)
        for (entry, _) in try folder.entries() {
          for path in try takeBack(entry, from: folder) { report(path) }
        }
        try room.removeFolder(session)
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

  private func takeBack(_ entry: FileName, from room: Folder) throws(DiskError) -> [DocumentPath] {
    var edited: [DocumentPath] = []
    if let note = try note(on: entry, in: room) {
      let folder = try room.folder(entry)
      for (name, kind) in try folder.entries() where kind == .file || kind == .folder {
        if try note.state == folder.state(of: name) { continue }
        // The program that wrote it may not have synced it.
        let disk = container.disk
        try folder.withOpen(name, kind) { opened throws(DiskError) in try disk.sync(opened) }
        edited.append(try keep(name, of: folder, beside: note.path))
      }
    }
    try room.removeTree(entry)
    return edited
  }

  /// The note on a preview copy's folder; nil when the copy is not for editing.
  private func note(on entry: FileName, in room: Folder) throws(DiskError) -> PreviewCopyNote? {
    let disk = container.disk
    let kind = try room.status(entry).kind
    guard kind == .folder else { return nil }
    return try room.withOpen(entry, kind) { opened throws(DiskError) in
      try disk.attribute(opened, PreviewCopyNote.attribute).flatMap { PreviewCopyNote($0) }
    }
  }

  /// Moves an edited copy into the folder of the document, or into the root when that is gone or in the trash.
  private func keep(
    _ name: FileName, of folder: Folder, beside path: DocumentPath
  ) throws(DiskError) -> DocumentPath {
    let parent = path.room == .documents ? path.parent : DocumentPath()
    do throws(DiskError) {
      return try keep(name, of: folder, in: parent)
    } catch  where error.isGone {
      return try keep(name, of: folder, in: DocumentPath())
    }
  }

  private func keep(
    _ name: FileName, of folder: Folder, in parent: DocumentPath
  ) throws(DiskError) -> DocumentPath {
    let room = try container.folder(at: parent)
    let given = try room.moveIn(name, from: folder, as: DocumentName(name))
    try room.sync()
    return parent.appending(given.fileName)
  }
}

/// The original of a preview copy, and the state of the copy when it was made. It is stored on the copy's folder.
struct PreviewCopyNote: Hashable {
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
