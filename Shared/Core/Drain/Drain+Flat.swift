extension Drain {
  /// Takes parcels that the user opened into the group's inbox, whole: one rename each.
  func takeInOpenedParcels(_ report: (DrainOutcome) -> Void) throws(DiskError) {
    guard let folder = try sandbox?.openInbox() else { return }
    for (name, kind) in try folder.entries() where Parcel.isParcel(name, kind) {
      do throws(DiskError) {
        guard try isStable(name, in: folder) else {
          report(outcome(name, in: folder, from: .opened, .waiting(.growing)))
          continue
        }
        _ = try takeIn(name, from: folder)
      } catch  where error.code == .notFound {
        continue
      } catch {
        report(outcome(name, in: folder, from: .opened, .waiting(.disk(error))))
      }
    }
  }

  /// Renames an opened parcel into the group's inbox, under a name that no parcel had before.
  ///
  /// It is synced before, because none of our processes wrote it, and gets our protection class after.
  /// - Returns: that name.
  func takeIn(_ name: FileName, from folder: Folder) throws(DiskError) -> FileName {
    let inbox = try container.open(.inbox)
    try folder.makeMovable(name)
    let handedOver = try folder.status(name).changed
    try folder.makingReadable(name) { () throws(DiskError) in
      try folder.writeNewIdentities(of: name, .folder)
      let opened = try folder.folder(name)
      for (name, kind) in try opened.entries() { opened.noteArrival(of: name, kind, at: handedOver) }
      try folder.syncTree(name, .folder)
    }
    let parcel = Parcel.freshName()
    try folder.rename(name, to: inbox, as: parcel)
    try inbox.sync()
    // The parcel has been delivered to the inbox; another drain may already be unpacking it.
    try? inbox.protectTree(parcel, .folder)
    return parcel
  }

  /// Delivers the files in the app's Documents/Inbox (from the system) and Documents (from Finder) that have stopped
  /// changing. It never writes there.
  func drainFlat(
    _ budget: inout Budget, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    for (folder, origin) in try flatInboxes() { try drain(folder, from: origin, &budget, report) }
  }

  /// The existing folders of the app in which documents arrive one by one.
  func flatInboxes() throws(DiskError) -> [(folder: Folder, origin: DrainOutcome.Origin)] {
    let (inbox, documents) = (try sandbox?.openInbox(), try sandbox?.openDocuments())
    return [inbox.map { ($0, .opened) }, documents.map { ($0, .finder) }].compactMap { $0 }
  }

  private func drain(
    _ folder: Folder, from origin: DrainOutcome.Origin, _ budget: inout Budget,
    _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    let entries = try folder.entries().filter { isDocument($0.name, $0.kind, from: origin) }
    var index = try readIndex(for: entries.map(\.name))
    for (name, kind) in entries {
      if budget.isSpent() { return }
      let result = deliver(name, kind, from: folder, &index)
      budget.spend(on: result)
      report(outcome(name, in: folder, from: origin, result))
    }
  }

  /// The names that are taken in Documents, as far as those of incoming documents are concerned: one list of Documents for
  /// all of them. A name that another process takes later is met by the rename.
  private func readIndex(for names: [FileName]) throws(DiskError) -> NameIndex {
    var index = NameIndex(names.map { DocumentName($0) })
    try index.read(container.open(.documents))
    return index
  }

  /// Delivers one entry. If it stays, its fingerprint is renewed, because this drain may have changed its attributes;
  /// otherwise the next drain would report it as growing.
  private func deliver(
    _ name: FileName, _ kind: FileKind, from folder: Folder, _ index: inout NameIndex
  ) -> DrainOutcome.Result {
    if let refusal = refusal(of: kind) { return refusal }
    if StabilityTracker.isUnfinished(name) { return .waiting(.unfinishedDownload) }
    var contents: Int?
    let result: DrainOutcome.Result
    do throws(DiskError) {
      guard try isStable(name, in: folder) else { return .waiting(.growing) }
      contents = try StabilityTracker.fingerprint(of: name, folder.status(name), in: folder, isWhole: false)
      result = try claim(name, kind, from: folder, &index)
    } catch {
      result = resultOfFailure(error, of: name, in: folder)
    }
    if case .waiting = result {
      // If the entry cannot be read now, the next drain treats it as a new one.
      try? stability.renew(name, in: folder, contents: contents)
    } else {
      stability.forget(name, in: folder.path)
    }
    return result
  }

  private func isStable(_ name: FileName, in folder: Folder) throws(DiskError) -> Bool {
    try folder.makingReadable(name) { () throws(DiskError) in
      try stability.isStable(name, in: folder, now: .now)
    }
  }

  /// Moves one entry of a flat inbox into Documents at once.
  ///
  /// It is synced before, because none of our processes wrote it, and gets our protection class after the rename.
  func claim(
    _ name: FileName, _ kind: FileKind, from folder: Folder
  ) throws(DiskError) -> DrainOutcome.Result {
    var index = try readIndex(for: [name])
    return try claim(name, kind, from: folder, &index)
  }

  private func claim(
    _ name: FileName, _ kind: FileKind, from folder: Folder, _ index: inout NameIndex
  ) throws(DiskError) -> DrainOutcome.Result {
    if let refusal = refusal(of: kind) { return refusal }
    // Another program's last change is the hand-over; the drain may come much later.
    let handedOver = try folder.status(name).changed
    try folder.makingReadable(name) { () throws(DiskError) in
      try folder.writeNewIdentities(of: name, kind)
      folder.noteArrival(of: name, kind, at: handedOver)
      try folder.syncTree(name, kind)
    }
    let documents = try container.open(.documents)
    let result = move(name, kind, from: folder, to: documents, as: DocumentName(name), &index)
    if case .imported(let path) = result, let arrived = path.names.last {
      try documents.sync()
      // The document has been delivered. If its protection class cannot be set, it is readable only while the device
      // is unlocked.
      try? documents.protectTree(arrived, kind)
    }
    return result
  }

  /// Tells whether an entry of one of the app's folders is a document. Private files of Finder and iCloud are not.
  func isDocument(_ name: FileName, _ kind: FileKind, from origin: DrainOutcome.Origin) -> Bool {
    if name == ".DS_Store" || name.description.hasPrefix("._") { return false }
    if name.isHidden && name.hasSuffix(".icloud") { return false }
    // A parcel that was opened is taken in whole. In Documents the system makes the folder Inbox; a file of
    // that name is a document.
    return origin == .opened ? !Parcel.isParcel(name, kind) : name != Sandbox.inbox || kind != .folder
  }
}

extension Folder {
  /// Calls a closure that reads an entry and everything below it. Unreadable files are made readable first. A file
  /// that still cannot be read, because the device is locked, is an error.
  fileprivate func makingReadable<Result>(
    _ name: FileName, _ body: () throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    do throws(DiskError) {
      return try body()
    } catch  where error.code == .denied {
      try makeMovable(name)
      if try status(name).kind == .folder {
        try folder(name).walk { step, present throws(DiskError) in
          switch step {
          case .entering(let name), .leaf(let name, .file): try present.makeMovable(name)
          case .leaf, .left: break
          }
        }
      }
      return try body()
    }
  }

  /// Syncs an entry and everything below it.
  func syncTree(_ name: FileName, _ kind: FileKind) throws(DiskError) {
    try onTree(name, kind) { disk, opened throws(DiskError) in try disk.sync(opened) }
  }

  /// Gives an entry and everything below it our protection class.
  func protectTree(_ name: FileName, _ kind: FileKind) throws(DiskError) {
    try onTree(name, kind) { disk, opened throws(DiskError) in try disk.protect(opened) }
  }

  private func onTree(
    _ name: FileName, _ kind: FileKind, _ body: (Disk, Descriptor) throws(DiskError) -> Void
  ) throws(DiskError) {
    if kind == .folder {
      try folder(name).walk { step, present throws(DiskError) in
        switch step {
        case .leaf(let name, .file):
          try present.withFile(name) { file throws(DiskError) in try body(disk, file) }
        case .left(let name):
          try present.withOpen(name, .folder) { folder throws(DiskError) in try body(disk, folder) }
        case .leaf, .entering: break
        }
      }
    }
    try withOpen(name, kind) { opened throws(DiskError) in try body(disk, opened) }
  }
}
