/// The facts that Get Info shows of a document or folder. All of them are of one open file, so they belong together.
public struct DocumentInfo: Hashable, Sendable {
  /// Its path.
  public var path: DocumentPath
  /// The status in the file system.
  public var status: FileStatus
  /// When it was shared or imported; nil when its import route does not store the time.
  public var added: FileTime?
  /// When the user last opened it; nil when no app noted it since it came.
  public var lastOpened: FileTime?
  /// Its tags; nil when the app cannot read them. Then it does not change them either.
  public var tags: [DocumentTag]? = []
  /// The places it came from: the address, then the page or message it was found on.
  public var whereFrom: [String] = []
  /// Its title; nil when it is its name.
  public var title: String?
  /// Its comment.
  public var comment: String?
  /// The identifier that it carries. It stays when the contents are replaced by another file.
  var item: ItemID?

  /// Which file.
  public var file: FileID { status.file }

  /// Tells whether this and another are the same document, perhaps in another state.
  fileprivate func isSame(as other: DocumentInfo) -> Bool {
    file == other.file || item != nil && item == other.item
  }
}

extension Documents {
  /// Reads everything about a document or folder.
  /// - Throws: the errors of the disk. A document that cannot be opened has a status and no attributes.
  public func info(of path: DocumentPath) throws(DiskError) -> DocumentInfo {
    let document = try container.entry(path)
    let status = try document.status()
    do throws(DiskError) {
      if let opened = try document.open() { return try info(of: opened, at: path) }
    } catch  where error.code == .denied {
      // Its name, its dates and its size are known without it.
    }
    return DocumentInfo(path: path, status: status, tags: nil)
  }

  /// Reads everything about the same document once more, wherever it is by now: at the old path, or else anywhere among
  /// all documents and in the trash.
  /// - Throws: ``DiskError/Code/notFound`` when the document is gone; ``DiskError/Code/cancelled`` when the caller has
  ///   cancelled; the error of a folder that cannot be read when it is nowhere else, because it may be there.
  public func info(
    following known: DocumentInfo, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> DocumentInfo {
    do throws(DiskError) {
      let found = try info(of: known.path)
      if found.isSame(as: known) { return found }
    } catch  where error.isGone {
      // It was moved, or removed: see below.
    }
    var failure: DiskError?
    for top in [DocumentPath(), .trash] {
      guard let path = try find(known.file, below: top, isCancelled, { failure = $0 }) else { continue }
      let found = try info(of: path)
      if found.isSame(as: known) { return found }
    }
    throw failure ?? DiskError(.notFound, at: container.path(of: known.path))
  }

  private func find(
    _ file: FileID, below top: DocumentPath, _ isCancelled: () -> Bool, _ unreadable: (DiskError) -> Void
  ) throws(DiskError) -> DocumentPath? {
    var found: DocumentPath?
    try walk(from: top, isCancelled, unreadable: unreadable) { name, folder, path throws(DiskError) in
      if try folder[name].statusIfThere()?.file == file { found = path }
      return found == nil
    }
    return found
  }

  /// The first bytes of a document, at most so many.
  /// - Throws: the errors of the disk.
  public func head(of path: DocumentPath, count: Int) throws(DiskError) -> [UInt8] {
    try container.entry(path).head(count: count)
  }

  /// The size of everything in a folder, in bytes, and whether all of it is counted: what cannot be read is left out.
  /// - Throws: the error of the disk when the folder itself cannot be read; ``DiskError/Code/cancelled`` when the caller
  ///   has cancelled.
  public func size(
    of folder: DocumentPath, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> (bytes: Int64, isWhole: Bool) {
    var (sum, isWhole): (Int64, Bool) = (0, true)
    try walk(from: folder, isCancelled, unreadable: { _ in isWhole = false }) {
      name, folder, _ throws(DiskError) in
      do throws(DiskError) {
        guard let status = try folder[name].statusIfThere(), status.kind == .file else { return true }
        // A sparse file may claim any size.
        let (next, isTooMuch) = sum.addingReportingOverflow(status.size)
        sum = isTooMuch ? .max : next
      } catch {
        isWhole = false
      }
      return true
    }
    return (sum, isWhole)
  }

  /// Notes that the user opens a document now. It touches the attribute, and nothing else.
  ///
  /// If the process is killed here, the document has the old date or the new one.
  /// - Throws: as ``change(_:expecting:_:)``.
  public func noteOpened(_ path: DocumentPath, now: FileTime = .now) throws(DiskError) {
    // Whole seconds, which a date keeps exactly on its way through the system and back.
    let used = ItemAttribute.encode(FileTime(seconds: now.seconds))
    let file = try info(of: path).file
    try change(path, expecting: file) { opened throws(DiskError) in
      try opened.setAttribute(ItemAttribute.lastUsed, used)
    }
  }

  /// Notes that documents that were shared or imported were on screen, and touches their folders, so that the next look finds it. One
  /// that no note says of when it came stays as it is.
  ///
  /// Nothing depends on it, and they may be thousands: they are not synced. What cannot be noted, or is not because the process is
  /// killed here, is new to the user once more.
  public func noteSeen(_ documents: [SeenDocument]) {
    var folders: Set<DocumentPath> = []
    for document in documents {
      do throws(DiskError) {
        let file = try file(of: document)
        do throws(DiskError) {
          guard let opened = try container.entry(document.path).open(), try opened.status().file == file
          else { continue }
          if try Self.noteSeen(opened) { folders.insert(document.path.parent) }
        } catch  where error.code == .denied {
          // Its owner must not write it.
          try change(document.path, expecting: file) { opened throws(DiskError) in
            _ = try Self.noteSeen(opened)
          }
        }
      } catch {
        // It stays new.
      }
    }
    // What the next look does not find is new until the folder changes.
    for folder in folders { try? container.folder(at: folder).touch() }
  }

  /// - Returns: whether it was new until now.
  private static func noteSeen(_ opened: OpenFile) throws(DiskError) -> Bool {
    let value = try opened.attribute(ItemAttribute.arrival)
    guard var record = value.flatMap({ ArrivalRecord($0) }), !record.isSeen else { return false }
    record.isSeen = true
    try opened.setAttribute(ItemAttribute.arrival, record.bytes)
    return true
  }

  /// Gives a document that the user saw a tag, or takes one from it. Its other tags, its dates and its contents stay.
  ///
  /// One call sets the attribute. If the process is killed here, the document has the old tags or the new ones: see
  /// ``change(_:expecting:_:)``.
  /// - Returns: the document as it is then.
  /// - Throws: ``DiskError/Code/notFound`` when the document is gone, ``DiskError/Code/unsupported`` when its tags are
  ///   stored in a way that the app cannot read, ``DiskError/Code/tooLarge`` when Files would not show so many tags.
  public func set(
    _ tag: DocumentTag, of shown: DocumentInfo, to isSet: Bool
  ) throws(DiskError) -> DocumentInfo {
    let now = try info(following: shown)
    try change(now.path, expecting: now.file) { opened throws(DiskError) in
      guard var tags = try tags(of: opened) else {
        throw DiskError(.unsupported, at: container.path(of: now.path))
      }
      if isSet {
        guard !tags.contains(where: { $0.name == tag.name }) else { return }
        tags.append(tag)
      } else {
        guard tags.contains(tag) else { return }
        tags.removeAll { $0 == tag }
      }
      if tags.isEmpty { return try opened.setAttribute(ItemAttribute.tags, nil) }
      let value = DocumentTag.encode(tags)
      guard value.count <= ItemAttribute.mostTags else {
        throw DiskError(.tooLarge, at: container.path(of: now.path))
      }
      try opened.setAttribute(ItemAttribute.tags, value)
    }
    return try info(following: now)
  }

  /// Makes a folder that the user saw a favorite, or none: in Files, too, which has one list of all.
  ///
  /// One call sets the attribute. If the process is killed here, the folder is a favorite or not: see ``change(_:expecting:_:)``.
  /// - Throws: as ``file(of:isVeryFile:)`` and ``change(_:expecting:_:)``.
  public func setFavourite(
    _ folder: SeenDocument, to isFavourite: Bool, now: FileTime = .now
  ) throws(DiskError) -> DocumentPath {
    // Files ranks by the milliseconds since 1970 at which each became one.
    let rank = ItemAttribute.encode(now.milliseconds)
    try change(folder.path, expecting: file(of: folder)) { opened throws(DiskError) in
      try opened.setAttribute(ItemAttribute.favouriteRank, isFavourite ? rank : nil)
    }
    return folder.path
  }

  /// The tags of a document; nil if its list, or the system's own bytes that it stands for, cannot be read.
  private func tags(of opened: OpenFile) throws(DiskError) -> [DocumentTag]? {
    let list = try opened.attribute(ItemAttribute.tags)
    let sent = try opened.attribute(ItemAttribute.sentTags).flatMap { SentTags($0) }
    if let sent, sent.list == list, DocumentTag.decode(sent.data) == nil { return nil }
    return list.map(DocumentTag.decode) ?? []
  }

  private func info(of opened: OpenFile, at path: DocumentPath) throws(DiskError) -> DocumentInfo {
    var info = DocumentInfo(path: path, status: try opened.status())
    let names = try opened.attributes()
    func value(_ name: String) throws(DiskError) -> [UInt8]? {
      names.contains(name) ? try opened.attribute(name) : nil
    }
    info.item = try opened.identity()?.id
    info.added = try value(ItemAttribute.arrival).flatMap { ArrivalRecord($0)?.time }
    info.lastOpened = try value(ItemAttribute.lastUsed).flatMap { ItemAttribute.decodeTime($0) }
    // Files lists among its recents what came in, so that counts as used then. The user did not open it.
    if info.lastOpened?.seconds == info.added?.seconds { info.lastOpened = nil }
    info.title = try value(Provenance.titleAttribute).flatMap { value in
      path.names.last.flatMap { Provenance.title(value, of: $0) }
    }
    info.comment = try value(Provenance.commentAttribute).flatMap(Provenance.comment)
    info.tags = try tags(of: opened)
    info.whereFrom = try value(Provenance.attribute).map(Provenance.decode) ?? []
    return info
  }
}
