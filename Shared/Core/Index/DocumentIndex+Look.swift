/// Looks at the disk.
extension DocumentIndex {
  /// Visits a room and everything below it, and lists each folder whose times changed.
  func update(_ room: Container.Room) throws(DiskError) {
    // A tree that is moved during the visit is visited again; a second time costs only what changed.
    for attempt in 1...3 {
      do throws(DiskError) {
        return try visit(DocumentTable.number(of: room), container.folder(at: DocumentPath(in: room)))
      } catch  where error.code == .changed && attempt < 3 {
        continue
      }
    }
  }

  private func visit(_ top: DocumentTable.Number, _ folder: Folder) throws(DiskError) {
    let cursor = TreeCursor(folder)
    try list(top, folder)
    var levels = [subfolders(of: top)]
    while let level = levels.indices.last {
      guard let next = levels[level].popLast() else {
        levels.removeLast()
        if !levels.isEmpty { try cursor.leave() }
        continue
      }
      do throws(DiskError) {
        try cursor.enter(table.name(of: next))
      } catch {
        // The folder went after its parent was listed, or cannot be opened.
        if error.isGone {
          forgetTimes(of: table[next].folder)
        } else {
          table.change(next) { $0.failure = error }
        }
        continue
      }
      do throws(DiskError) {
        try list(next, cursor.folder)
      } catch  where error.code != .cancelled {
        table.change(next) { $0.failure = error }
      }
      levels.append(subfolders(of: next))
    }
  }

  private func subfolders(of number: DocumentTable.Number) -> [DocumentTable.Number] {
    Array(table.nodes[number]?.folders ?? [])
  }

  private func forgetTimes(of number: DocumentTable.Number) { table.change(number) { $0.times = nil } }

  /// Lists a folder when its times are not those of its last listing.
  func list(_ number: DocumentTable.Number, _ folder: Folder) throws(DiskError) {
    let status = try folder.status()
    let times = FolderTimes(status)
    // The folder's own dates changed with its contents, and its parent does not show that.
    table.date(number, status)
    if table.nodes[number]?.times == times, table.nodes[number]?.failure == nil { return }
    // A change within the same tick of the clock would leave the same times.
    let isAtRest = clock.isPast(max(status.modified, status.changed))
    var isWhole = true
    round &+= 1
    table.settle(number)
    var names = try FolderNames(of: folder)
    table.reserve(names.count - (table.nodes[number]?.children.count ?? 0))
    while let (name, kind) = try names.next(in: folder) {
      if Task.isCancelled { throw DiskError(.cancelled, at: folder.path) }
      if try !read(name, kind, in: folder, number, isListing: true) { isWhole = false }
    }
    table.settle(number)
    // readdir(3) may skip an entry when its neighbour is renamed, so each that is missing is looked up.
    var gone: Set<DocumentTable.Number> = []
    for child in table.nodes[number]?.children ?? [] where table[child].round != round {
      if try folder.statusIfThere(table.name(of: child)) == nil {
        gone.insert(child)
      } else {
        isWhole = false
      }
    }
    table.remove(gone, from: number)
    table.change(number) { node in
      (node.isKnown, node.failure) = (true, nil)
      node.times = isAtRest && isWhole ? times : nil
    }
  }

  func note(_ path: DocumentPath) throws(DiskError) {
    guard let name = path.names.last, let parent = known(path.parent) else { return }
    let folder = try container.folder(at: path.parent)
    guard let status = try folder.statusIfThere(name) else {
      if let number = table.child(name, of: parent) { table.remove([number], from: parent) }
      return
    }
    _ = try read(name, status.kind, in: folder, parent)
    if let number = table.child(name, of: parent), table.nodes[number]?.isKnown == false {
      try visit(number, folder.folder(name))
    }
  }

  /// Reads an entry of a folder, unless it looks as it did when it was read last.
  ///
  /// - Returns: false when it could not be opened, so that its attributes are unknown.
  private func read(
    _ name: FileName, _ kind: FileKind, in folder: Folder, _ parent: DocumentTable.Number,
    isListing: Bool = false
  ) throws(DiskError) -> Bool {
    var known = table.child(name, of: parent, isListing: isListing)
    if let number = known {
      guard let status = try folder.statusIfThere(name) else { return true }
      let facts = table[number].facts
      if facts.isUnchanged(status) {
        table.meet(number, in: round)
        return true
      }
      if table.isFolder(number) != (status.kind == .folder && !isPackage(name)) {
        table.remove([number], from: parent)
        known = nil
      }
    }
    let reader = EntryReader(isPackage: isPackage)
    guard let (facts, labels) = try reader.read(name, kind, in: folder) else { return true }
    if let known {
      table.update(known, facts, labels)
      table.meet(known, in: round)
    } else {
      table.meet(table.insert(name, facts, labels, in: parent), in: round)
    }
    return !facts.isSealed
  }
}
