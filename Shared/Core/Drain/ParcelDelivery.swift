extension Drain {
  /// Some entries of the inbox, or of one parcel in it.
  private struct Batch {
    /// The parcel; nil for what lies in the inbox itself.
    var parcel: FileName?
    /// The folder of Documents that they go to.
    var destination = Destination()
    var entries: [Incoming]
  }

  /// An entry that is to be a document, and the name that it is to have.
  struct Incoming {
    let name: FileName
    let kind: FileKind
    /// Its own name, made legal.
    let newName: DocumentName
    /// The same with the number that it shares with others; nil when it has none.
    var numbered: DocumentName?

    init(_ name: FileName, _ kind: FileKind) {
      (self.name, self.kind, newName) = (name, kind, DocumentName(name))
    }
  }

  /// The folder of Documents that entries go to.
  struct Target {
    var folder: Folder
    var path: DocumentPath
    /// Tells whether the folder that the user chose is gone, and this is the root instead.
    var isReplaced = false
    /// Whether the user wants what goes there also when it is there already.
    var keepsCopies = false
    /// The names that are taken in it.
    var index = NameIndex([])
  }

  /// Delivers the documents in the group's inbox.
  func drainParcels(_ budget: inout Budget, _ report: (DrainOutcome) -> Void) throws(DiskError) {
    let inbox = try container.open(.inbox)
    try drain(parcels(in: inbox, report), of: inbox, &budget, report)
  }

  /// Delivers what some parcels hold, one after the other; nil is what lies in the inbox beside them.
  func drain(
    _ parcels: [FileName?], of inbox: Folder, _ budget: inout Budget, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    var queue = parcels[...]
    // Entries that stay in a parcel that is larger than a batch. They are skipped in the next batch.
    var skipped: Set<FileName> = []
    while !queue.isEmpty && !budget.isSpent() {
      var batches: [Batch] = []
      var remaining = budget.batch
      var isCut = false
      while let next = queue.first {
        if let batch = read(next, in: inbox, upTo: remaining, except: skipped, report) {
          // One folder after the other.
          if let first = batches.first, first.destination != batch.destination { break }
          remaining -= batch.entries.count
          isCut = remaining <= 0
          batches.append(batch)
          if isCut { break }
        }
        queue.removeFirst()
        skipped = []
      }
      let stayed = try deliver(batches, from: inbox, &budget, report)
      if isCut { skipped.formUnion(stayed) }
    }
  }

  /// The inbox itself, for what is no parcel, then its parcels, oldest first.
  private func parcels(
    in inbox: Folder, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) -> [FileName?] {
    var parcels: [(name: FileName, modified: FileTime)] = []
    var hasLoose = false
    for (name, kind) in try inbox.entries() {
      guard Parcel.isParcel(name, kind) else {
        hasLoose = true
        continue
      }
      let modified = reporting(name, report) { () throws(DiskError) in
        let status = try inbox[name].status()
        // A folder without write permission cannot be emptied.
        if status.mode & 0o700 != 0o700 { try inbox[name].makeMovable() }
        return status.modified
      }
      if let modified { parcels.append((name, modified)) }
    }
    parcels.sort { ($0.modified, $0.name.description) < ($1.modified, $1.name.description) }
    return (hasLoose ? [nil] : []) + parcels.map(\.name)
  }

  private func read(
    _ parcel: FileName?, in inbox: Folder, upTo most: Int, except skipped: Set<FileName>,
    _ report: (DrainOutcome) -> Void
  ) -> Batch? {
    reporting(parcel, report) { () throws(DiskError) in
      let folder = try open(parcel, in: inbox)
      let entries = try folder.entries(upTo: most) { name, kind in
        !skipped.contains(name) && (parcel != nil || !Parcel.isParcel(name, kind))
      }
      return Batch(
        parcel: parcel, destination: parcel.map(folder.destination) ?? Destination(),
        entries: entries.map { Incoming($0.name, $0.kind) })
    }
  }

  private func open(_ parcel: FileName?, in inbox: Folder) throws(DiskError) -> Folder {
    if let parcel { try inbox.folder(parcel) } else { inbox }
  }

  /// Calls a closure. After an error of the disk the parcel waits, and the drain continues with the rest.
  ///
  /// - Returns: nil then, and when another drainer has finished the parcel.
  private func reporting<Result>(
    _ parcel: FileName?, _ report: (DrainOutcome) -> Void, _ body: () throws(DiskError) -> Result
  ) -> Result? {
    do throws(DiskError) {
      return try body()
    } catch {
      if error.code != .notFound {
        let name = parcel ?? FileName(Container.Directory.inbox.rawValue)
        report(DrainOutcome(name: name.description, source: .inbox, result: .waiting(.disk(error))))
      }
      return nil
    }
  }

  /// Moves the entries of some parcels, syncs, and removes the parcels that are empty then.
  ///
  /// - Returns: what stays in the last of them.
  private func deliver(
    _ batches: [Batch], from inbox: Folder, _ budget: inout Budget, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) -> Set<FileName> {
    let destination = batches.first?.destination ?? Destination()
    var target: Target
    do throws(DiskError) {
      target = try open(destination)
    } catch  where destination != Destination() {
      // A folder that cannot be opened or created must not keep the parcels of other folders waiting.
      for batch in batches {
        _ = reporting(batch.parcel, report) { () throws(DiskError) -> Void in throw error }
      }
      return Set((batches.last?.entries ?? []).map(\.name))
    }
    target.index = NameIndex(batches.flatMap(\.entries).lazy.map(\.newName))
    try target.index.read(target.folder)
    var moved: Set<FileName?> = []
    var stayed: Set<FileName> = []
    var finished: [FileName] = []
    for batch in batches {
      let opened = reporting(batch.parcel, report) { () throws(DiskError) in
        try open(batch.parcel, in: inbox)
      }
      guard let folder = opened else { continue }
      let together = namesTogether(batch, &target.index)
      stayed = []
      for var incoming in inOrder(batch.entries, together, &target.index) {
        if budget.isSpent() { break }
        let entry = folder[incoming.name]
        if target.isReplaced { entry.setMissingFolder(destination.folder, incoming.kind) }
        incoming.numbered = together[incoming.newName]
        let result = move(.staged(entry), incoming, to: &target)
        budget.spend(on: result)
        if !result.hasLeft { stayed.insert(incoming.name) }
        if case .imported = result { moved.insert(batch.parcel) }
        report(outcome(entry, from: .inbox, result))
      }
      if let parcel = batch.parcel { finished.append(parcel) }
    }
    // Before any parcel is removed: if a power cut undoes a rename, its parcel then still exists. The rename may have
    // been another drain's, so sync even if this one moved nothing.
    if !moved.isEmpty || !finished.isEmpty { try target.folder.sync() }
    if moved.contains(nil) { try inbox.sync() }
    for parcel in finished {
      _ = reporting(parcel, report) { () throws(DiskError) in
        do throws(DiskError) {
          try inbox[parcel].removeFolder()
        } catch  where error.code == .notEmpty {
          // Something in it waits.
          if moved.contains(parcel) { try inbox.folder(parcel).sync() }
        }
      }
    }
    return stayed
  }

  /// The names of documents of one parcel that differ only in their extension, one of which is taken: all with one number.
  private func namesTogether(_ batch: Batch, _ index: inout NameIndex) -> [DocumentName: DocumentName] {
    // While all names are free, none needs a number.
    guard batch.parcel != nil, batch.entries.count > 1,
      batch.entries.contains(where: { index.isTaken($0.newName) })
    else { return [:] }
    var together: [DocumentName: DocumentName] = [:]
    for names in DocumentName.groups(of: batch.entries.map(\.newName)) {
      for (name, free) in zip(names, index.free(for: names)) { together[name] = free }
    }
    return together
  }

  /// The entries of a batch, those first that would get another number alone: after a kill between two documents that
  /// belong together, the next drain sees only the later one. One of three or more may still get another number, and so
  /// may one of two whose lower numbers are taken in turn.
  private func inOrder(
    _ entries: [Incoming], _ together: [DocumentName: DocumentName], _ index: inout NameIndex
  ) -> [Incoming] {
    if together.isEmpty { return entries }
    let isFirst = entries.map { entry in
      guard let name = together[entry.newName], name != entry.newName else { return false }
      return index.free(for: [entry.newName]) != [name]
    }
    return zip(entries, isFirst).filter(\.1).map(\.0) + zip(entries, isFirst).filter { !$0.1 }.map(\.0)
  }

  /// Opens the folder that a parcel is to go to, and creates it if the user asked for a new one.
  ///
  /// If the process is killed here, the folder is there, empty, or it is not, and the parcel is where it was.
  private func open(_ destination: Destination) throws(DiskError) -> Target {
    var found = try find(destination)
    found.keepsCopies = destination.keepsCopies
    guard let name = destination.newFolder else { return found }
    do throws(DiskError) {
      found.folder = try found.folder.folder(name)
      found.path.names.append(name)
    } catch  where error.code == .notFound {
      found.path = try Documents(container).makeFolder(DocumentName(name), in: found.path)
      found.folder = try container.folder(at: found.path)
    } catch  where error.isGone {
      // A file took the name meanwhile. The documents go beside it.
    }
    return found
  }

  /// Finds the folder that the user chose: by its path, if that still leads to it, else wherever it is now, else what
  /// has that path now; the root when there is none of them.
  private func find(_ destination: Destination) throws(DiskError) -> Target {
    var folder: Folder?
    do throws(DiskError) {
      folder = try container.folder(at: destination.folder)
    } catch  where error.isGone {
      // It was renamed, moved or deleted.
    }
    // A search that fails finds nothing: one folder that cannot be read must not keep all parcels waiting.
    if let item = destination.item, (try? folder?.item()) != item,
      let path = try? Documents(container).folder(of: item), let folder = try? container.folder(at: path)
    {
      return Target(folder: folder, path: path)
    }
    if let folder { return Target(folder: folder, path: destination.folder) }
    return Target(folder: try container.open(.documents), path: DocumentPath(), isReplaced: true)
  }

  /// Moves one entry into a folder of Documents, under its name or the next free one. A document that is there already is
  /// dropped, if the user wants that.
  func move(_ own: OwnEntry, _ incoming: Incoming, to target: inout Target) -> DrainOutcome.Result {
    if let refusal = refusal(of: incoming.kind) { return refusal }
    do throws(DiskError) {
      // Only the document of that name: a search through all documents is not for a drain that the user waits for.
      let known = target.path.appending(incoming.newName.fileName)
      if preferences.duplicateAnswer == .skip, !target.keepsCopies, incoming.kind == .file,
        try Documents(container).drop(own.entry, repeating: known)
      {
        return .duplicate(of: known)
      }
      let name = incoming.numbered ?? incoming.newName
      return .imported(
        target.path.appending(try target.folder.moveIn(own, as: name, &target.index).fileName))
    } catch {
      return resultOfFailure(error, of: own.entry)
    }
  }

  /// The result for an entry that can never be a document; nil when it can.
  func refusal(of kind: FileKind) -> DrainOutcome.Result? {
    kind == .file || kind == .folder ? nil : .refused(.notADocument(kind))
  }

  /// The result for an entry whose move failed. If it does not exist any more, another drain has moved it.
  func resultOfFailure(_ error: DiskError, of entry: Entry) -> DrainOutcome.Result {
    do throws(DiskError) {
      if error.code == .notFound, try !entry.exists() { return .takenByAnother }
      return .waiting(.disk(error))
    } catch {
      return .waiting(.disk(error))
    }
  }
}
