/// Looks at the disk.
extension DocumentIndex {
  /// How many entries are looked at between two questions whether the task was cancelled.
  private static let batch = 1_024

  /// Visits a directory of the container and everything below it, and lists each folder whose times changed.
  func update(_ directory: Container.Directory) throws(DiskError) {
    let top = DocumentPath(in: directory)
    // A tree that is moved during the visit is visited again; a second time costs only what changed.
    for attempt in 1...3 {
      do throws(DiskError) {
        return try visit(top, container.folder(at: top))
      } catch  where error.code == .changed && attempt < 3 {
        continue
      }
    }
  }

  private func visit(_ top: DocumentPath, _ folder: Folder) throws(DiskError) {
    let cursor = TreeCursor(folder)
    try list(top, folder)
    var path = top
    var levels = [folders[top]?.folders ?? []]
    while let level = levels.indices.last {
      guard let name = levels[level].popLast() else {
        levels.removeLast()
        if !levels.isEmpty { try cursor.leave() }
        path = path.parent
        continue
      }
      let next = path.appending(name)
      do throws(DiskError) {
        try cursor.enter(name)
      } catch {
        // The folder went after its parent was listed, or cannot be opened.
        if error.isGone {
          folders[path]?.times = nil
        } else {
          folders[next, default: IndexedFolder()].failure = error
        }
        continue
      }
      do throws(DiskError) {
        try list(next, cursor.folder)
      } catch  where error.code != .cancelled {
        folders[next, default: IndexedFolder()].failure = error
      }
      levels.append(folders[next]?.folders ?? [])
      path = next
    }
  }

  /// Lists a folder when its times are not those of its last listing.
  func list(_ path: DocumentPath, _ folder: Folder) throws(DiskError) {
    let status = try folder.status()
    let times = FolderTimes(status)
    // The folder's own dates changed with its contents, and its parent does not show that.
    var isChanged = path.names.last.map { folders[path.parent]?.date($0, status) == true } ?? false
    if let known = folders[path], known.times == times, known.failure == nil { return }
    // A change within the same tick of the clock would leave the same times.
    let isAtRest = clock.isPast(max(status.modified, status.changed))
    // Out of the dictionary, so that it is changed in place. What was found until an error stays.
    var found = folders.removeValue(forKey: path) ?? IndexedFolder()
    if !found.isKnown || found.failure != nil { isChanged = true }
    defer {
      folders[path] = found
      if isChanged { generation += 1 }
    }
    found.times = nil
    var isWhole = true
    var names = try FolderNames(of: folder)
    let reader = EntryReader(isPackage: isPackage)
    var isMet = [Bool](repeating: false, count: found.entries.count)
    found.reserve(names.count)
    while names.count > 0 {
      if Task.isCancelled { throw DiskError(.cancelled, at: folder.path) }
      var candidates: [EntryReader.Candidate] = []
      while candidates.count < Self.batch, let (name, kind) = try names.next(in: folder) {
        if name.isOfFinder { continue }
        candidates.append((name, kind, found[name]))
      }
      let findings = try reader.read(candidates, in: folder, at: path)
      for (candidate, finding) in zip(candidates, findings) {
        if case .gone = finding { continue }
        if let place = found.place(of: candidate.name), place < isMet.count { isMet[place] = true }
        guard case .read(let entry) = finding else { continue }
        // What was in a folder goes with it.
        if let old = candidate.known, old.isFolder, !entry.isFolder { forget(old) }
        if candidate.known != entry { isChanged = true }
        found.set(entry)
        if entry.isSealed { isWhole = false }
      }
    }
    // readdir(3) may skip an entry when its neighbour is renamed, so each that is missing is looked up.
    for place in isMet.indices.reversed() where !isMet[place] {
      if try folder[found.entries[place].name].statusIfThere() != nil { isWhole = false; continue }
      isChanged = true
      forget(found.entries[place])
      found.remove(at: place)
    }
    (found.isKnown, found.failure) = (true, nil)
    if isAtRest && isWhole { found.times = times }
  }

  /// Forgets everything below a folder that is gone.
  private func forget(_ entry: DocumentEntry) {
    var gone = entry.isFolder ? [entry.path] : []
    while let path = gone.popLast() {
      gone += folders.removeValue(forKey: path)?.folders.map(path.appending) ?? []
    }
  }
}
