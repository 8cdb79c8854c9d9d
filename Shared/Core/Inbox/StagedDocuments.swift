import Synchronization

/// Changes of the documents of an unpublished parcel: a share knows their types and names only when it has all of them.
extension Deposit {
  /// The first bytes of a staged document, at most so many; nil for a folder.
  /// - Throws: the error of the disk.
  public func head(of document: DocumentName, count: Int) throws(DiskError) -> [UInt8]? {
    guard try folder[document.fileName].status().kind == .file else { return nil }
    return try folder[document.fileName].head(count: count)
  }

  /// The size of a staged document; nil for a folder.
  /// - Throws: the error of the disk.
  public func size(of document: DocumentName) throws(DiskError) -> Int64? {
    let status = try folder[document.fileName].status()
    return status.kind == .file ? status.size : nil
  }

  /// Whether two staged files have the same bytes.
  /// - Throws: the error of the disk; ``DiskError/Code/cancelled`` when the caller has cancelled.
  public func haveSameBytes(
    _ one: DocumentName, _ other: DocumentName, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> Bool {
    try folder[one.fileName].open(.file).hasSameBytes(as: folder[other.fileName].open(.file), isCancelled)
  }

  /// Lists a staged folder.
  /// - Throws: the error of the disk.
  public func entries(of document: DocumentName) throws(DiskError) -> [(name: FileName, kind: FileKind)] {
    try folder.folder(document.fileName).entries()
  }

  /// Makes entries of a staged folder documents of their own, each under a name that means nothing yet, and removes the
  /// folder with what is left in it.
  ///
  /// - Throws: the error of the disk. Some of them may be documents then; without a final name none is published.
  public func unpack(
    _ entries: [FileName], of document: DocumentName
  ) throws(DiskError) -> [DocumentName] {
    let package = try folder.folder(document.fileName)
    let taken = try entries.map { entry throws(DiskError) in
      let name = FileName.random()
      try package[entry].rename(to: folder[name])
      return DocumentName(name)
    }
    try remove(document)
    return taken
  }

  /// Gives a staged document its final name: one exclusive rename inside the parcel, which publishing syncs.
  ///
  /// - Returns: its new name, which is the next free one if the name is taken in the parcel.
  /// - Throws: the error of the disk; the document then still has its old name.
  public func rename(
    _ document: DocumentName, to name: DocumentName
  ) throws(DiskError) -> DocumentName {
    try name.orFallback { name throws(DiskError) in
      let given = try names.withLock { names throws(DiskError) in
        try folder.moveIn(.staged(folder[document.fileName]), as: name, &names)
      }
      names.withLock { $0.release(document) }
      order.withLock { $0.append(given.fileName) }
      return given
    }
  }

  /// The names that documents can have which belong together, all with one number. Another thread may take them first.
  public func names(together names: [DocumentName]) -> [DocumentName] {
    self.names.withLock { $0.free(for: names) }
  }

  /// Gives all staged documents the name that the user typed, each with its own extension. A name that is taken gets a
  /// number.
  ///
  /// - Throws: the error of the disk; some documents then still have their old names.
  public func rename(allTo typed: String) throws(DiskError) {
    let places = places
    let names = try folder.entries().map(\.name).sorted { places[$0, default: 0] < places[$1, default: 0] }
    let documents = names.map { DocumentName($0) }
    for (old, new) in zip(documents, DocumentName.renamed(documents, to: typed)) where new != old {
      _ = try rename(old, to: new)
    }
  }

  /// Removes a staged document that is only a wrapping of another.
  /// - Throws: the error of the disk. Some of it may be left then, so the parcel must not be published.
  public func remove(_ document: DocumentName) throws(DiskError) {
    try folder[document.fileName].removeTree()
    names.withLock { $0.release(document) }
  }

  /// Removes every staged document except these, so that cancelled ones are not published with the rest.
  ///
  /// - Throws: the error of the disk. Other documents may be left then, so the parcel must not be published.
  public func removeAll(except kept: [DocumentName]) throws(DiskError) {
    let kept = Set(kept.map(\.fileName))
    for (name, _) in try folder.entries() where !kept.contains(name) { try folder[name].removeTree() }
  }

  /// Stores the source of a staged document in its attributes, and syncs it. Long values are cut: see
  /// `ItemAttribute.mostInBackups`. An attribute that the volume refuses is left out.
  ///
  /// - Parameters:
  ///   - places: the addresses; without any, the document's own attribute is kept.
  ///   - title: the title of what was shared, if it had one.
  ///   - comment: what was written with it.
  /// - Returns: the comment and the addresses that the document does not have whole.
  /// - Throws: the error of a sync; then the document must be made again.
  @discardableResult
  public func note(
    whereFrom places: [String], title: String? = nil, comment: String? = nil, on document: DocumentName
  ) throws(DiskError) -> [String] {
    if places.isEmpty, title == nil, comment == nil { return [] }
    var whole: Set<String> = []
    do throws(DiskError) {
      if let opened = try folder[document.fileName].open() {
        let replaced = [
          places.isEmpty ? nil : Provenance.attribute, title.map { _ in Provenance.titleAttribute },
          comment.map { _ in Provenance.commentAttribute },
        ]
        let room = room(on: opened, replacing: replaced.compactMap(\.self))
        let (values, fitting) = Provenance.fitted(places, title, comment, into: room)
        whole = fitting
        for (attribute, value) in values {
          do throws(DiskError) {
            try opened.setAttribute(attribute, value)
            try opened.sync()
          } catch  where !error.isOfSync {
            // The value is too long for this volume, or the volume has no attributes.
            whole.remove(attribute)
          }
        }
      }
    } catch {
      throw try named(error)
    }
    return (whole.contains(Provenance.attribute) ? [] : places)
      + (whole.contains(Provenance.commentAttribute) ? [] : [comment].compactMap { $0 })
  }

  /// How many bytes the source of a staged document may have, beside what it carries and what is noted on it later.
  private func room(on opened: OpenFile, replacing replaced: [String]) -> Int {
    // What cannot be read takes no room here, and cannot be written either.
    let names = ((try? opened.attributes()) ?? []).filter { !replaced.contains($0) }
    let sizes = names.map { $0.utf8.count + ((try? opened.attributeSize($0)) ?? 0) }
    let room = ItemAttribute.mostOfOwn - ItemAttribute.later - sizes.reduce(0, +)
    // Where other apps' attributes leave less, a backup keeps none in any case.
    return max(room, replaced.contains(Provenance.attribute) ? ItemAttribute.leastOfSource : 0)
  }
}

extension Entry {
  /// Notes on a document when it was handed over, for the app's and Files' recents. Nothing depends on it: errors are
  /// ignored, and it is not synced.
  ///
  /// - Parameters:
  ///   - parcel: the name of the parcel that it is in; nil when it comes in by itself, and then belongs to no share.
  ///   - isWanted: whether the user has said that another copy is wanted, so that the app does not ask again.
  func setArrival(
    _ kind: FileKind, at time: FileTime, in parcel: FileName?, isWanted: Bool = false
  ) {
    // Whole seconds, which a date keeps exactly on its way through the system and back.
    let used = ItemAttribute.encode(FileTime(seconds: time.seconds))
    let record = ArrivalRecord(time: time, share: parcel.map { ShareID(parcel: $0) })
    let values = [(ItemAttribute.arrival, record.bytes), (ItemAttribute.lastUsed, used)]
    set(isWanted ? values + [(ItemAttribute.wantedCopy, [1])] : values, kind)
  }

  /// Notes on a document which folder the user chose for it and is gone. Nothing depends on it: errors are ignored, and it
  /// is not synced.
  func setMissingFolder(_ path: DocumentPath, _ kind: FileKind) {
    set([(ItemAttribute.missingFolder, path.bytes)], kind)
  }

  private func set(_ values: [(attribute: String, value: [UInt8])], _ kind: FileKind) {
    guard kind == .file || kind == .folder else { return }
    guard let opened = try? open(kind) else { return }
    for (attribute, value) in values { try? opened.setAttribute(attribute, value) }
  }
}
