extension Drain {
  /// Some entries of the inbox, or of one parcel in it.
  private struct Batch {
    /// The parcel; nil for what lies in the inbox itself.
    var parcel: FileName?
    var entries: [(name: FileName, kind: FileKind)]
  }

  /// Delivers what the group's inbox holds.
  func drainParcels(
    _ budget: inout Budget, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) -> Bool {
    let inbox = try container.open(.inbox)
    var queue = try parcels(in: inbox)[...]
    // What waits in a parcel that is too large for one batch, so that it is not met again.
    var skipped: Set<FileName> = []
    while !queue.isEmpty {
      if budget.isSpent { return false }
      var batches: [Batch] = []
      var room = budget.batch
      var isCut = false
      while let next = queue.first {
        let batch = try read(next, in: inbox, upTo: room, except: skipped)
        room -= batch.entries.count
        isCut = room <= 0
        batches.append(batch)
        if isCut { break }
        queue.removeFirst()
        skipped = []
      }
      let stayed = try deliver(batches, from: inbox, &budget, report)
      if isCut { skipped.formUnion(stayed) }
    }
    return true
  }

  /// The inbox itself, for what is no parcel, then its parcels, oldest first.
  private func parcels(in inbox: Folder) throws(DiskError) -> [FileName?] {
    var parcels: [(name: FileName, modified: FileTime)] = []
    var hasLoose = false
    for (name, kind) in try inbox.entries() {
      guard Parcel.isParcel(name, kind) else {
        hasLoose = true
        continue
      }
      do throws(DiskError) {
        parcels.append((name, try inbox.status(name).modified))
      } catch  where error.code == .notFound {
        // Another drainer has finished it.
      }
    }
    parcels.sort { ($0.modified, $0.name.description) < ($1.modified, $1.name.description) }
    return (hasLoose ? [nil] : []) + parcels.map(\.name)
  }

  private func read(
    _ parcel: FileName?, in inbox: Folder, upTo most: Int, except skipped: Set<FileName>
  ) throws(DiskError) -> Batch {
    var batch = Batch(parcel: parcel, entries: [])
    let folder: Folder
    do throws(DiskError) {
      folder = try open(parcel, in: inbox)
      batch.entries = try folder.entries(upTo: most) { name, kind in
        !skipped.contains(name) && (parcel != nil || !Parcel.isParcel(name, kind))
      }
    } catch  where error.code == .notFound {
      // Another drainer has finished it.
    }
    return batch
  }

  private func open(_ parcel: FileName?, in inbox: Folder) throws(DiskError) -> Folder {
    guard let parcel else { return inbox }
    return try inbox.folder(parcel)
  }

  /// Moves the entries of some parcels, syncs, and removes the parcels that are empty then.
  ///
  /// - Returns: what waits in the last of them.
  private func deliver(
    _ batches: [Batch], from inbox: Folder, _ budget: inout Budget, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) -> Set<FileName> {
    let documents = try container.open(.documents)
    var index = NameIndex(batches.lazy.flatMap(\.entries).map { DocumentName($0.name) })
    try index.read(documents)
    var hasMoved = false
    var waiting: Set<FileName> = []
    var finished: [FileName] = []
    for batch in batches {
      guard let folder = try openAgain(batch.parcel, in: inbox) else { continue }
      waiting = []
      for (name, kind) in batch.entries {
        if budget.isSpent { break }
        budget.spend()
        let result = move(name, kind, from: folder, to: documents, &index)
        switch result {
        case .imported: hasMoved = true
        case .takenByAnother: break
        case .waiting: waiting.insert(name)
        }
        report(DrainOutcome(name: name.description, origin: .inbox, result: result))
      }
      if let parcel = batch.parcel { finished.append(parcel) }
    }
    // One sync for all of them, and before any parcel goes: a rename that a power cut takes back finds
    // its parcel still there.
    if hasMoved { try documents.sync() }
    for parcel in finished {
      do throws(DiskError) {
        try inbox.removeFolder(parcel)
      } catch  where error.code == .notEmpty {
        // Something in it waits.
      }
    }
    return waiting
  }

  private func openAgain(_ parcel: FileName?, in inbox: Folder) throws(DiskError) -> Folder? {
    do throws(DiskError) {
      return try open(parcel, in: inbox)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Moves one entry into Documents.
  func move(
    _ name: FileName, _ kind: FileKind, from folder: Folder, to documents: Folder,
    _ index: inout NameIndex
  ) -> DrainOutcome.Result {
    guard kind == .file || kind == .folder else { return .waiting(.notADocument(kind)) }
    do throws(DiskError) {
      let decided = try documents.admit(name, from: folder, as: DocumentName(name), &index)
      return .imported(DocumentPath([decided.fileName]))
    } catch {
      guard error.code == .notFound else { return .waiting(.disk(error)) }
      do throws(DiskError) {
        // Gone by its raw name: another drainer won. Still there: something else is missing.
        return try folder.has(name) ? .waiting(.disk(error)) : .takenByAnother
      } catch {
        return .waiting(.disk(error))
      }
    }
  }
}

extension Folder {
  /// The first entries that a closure wants, at most so many, in no order.
  func entries(
    upTo most: Int, where isWanted: (FileName, FileKind) -> Bool
  ) throws(DiskError) -> [(name: FileName, kind: FileKind)] {
    var found: [(name: FileName, kind: FileKind)] = []
    var failure: DiskError?
    try list { name, kind in
      do throws(DiskError) {
        let known: FileKind
        if let kind { known = kind } else { known = try status(name).kind }
        if isWanted(name, known) { found.append((name, known)) }
      } catch  where error.code == .notFound {
        // It went while we were listing.
      } catch {
        failure = error
        return false
      }
      return found.count < most
    }
    if let failure { throw failure }
    return found
  }
}
