import Dispatch

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

  /// Reads documents that have come into Documents, and adds their rows. Their folders are listed at the next look all the same.
  ///
  /// - Returns: whether all of them are known now. A folder that was never listed is left to the next look; so are many documents.
  public func add(_ paths: [DocumentPath]) -> Bool {
    if paths.count > Self.batch { return false }
    var isAll = true
    var added: [DocumentEntry] = []
    // No row is there twice.
    for (path, paths) in Dictionary(grouping: Set(paths), by: \.parent) {
      guard folders[path]?.isKnown == true, let folder = try? container.folder(at: path) else {
        // It cannot be read now, or is gone: the next look says so.
        isAll = false
        continue
      }
      // Out of the dictionary, so that it is changed in place.
      var found = folders.removeValue(forKey: path) ?? IndexedFolder()
      defer { folders[path] = found }
      do throws(DiskError) {
        var candidates: [EntryReader.Candidate] = []
        for name in paths.compactMap(\.names.last) where found[name] == nil {
          if let kind = try folder[name].statusIfThere()?.kind { candidates.append((name, kind, nil)) }
        }
        for case .read(let entry) in try EntryReader(isPackage: isPackage).read(
          candidates, in: folder, at: path)
        {
          found.set(entry)
          added.append(entry)
        }
      } catch {
        isAll = false
      }
    }
    if !added.isEmpty { insert(added) }
    return isAll
  }

  /// The first rows of a large folder by name, before ``list(_:)`` has read all of it. Only the names of the others are read, and nothing
  /// of it is kept. A language with an order of its own may have other rows among the first.
  ///
  /// - Returns: nil where reading all takes no longer, and where something else than a name decides. Why a folder cannot be listed
  ///   ``list(_:)`` says.
  public nonisolated func glance(_ query: DocumentQuery) -> DocumentList? {
    guard case .folder(let path) = query.scope, query.order == .name, !query.isReversed, !query.isSearch,
      query.members == .all
    else { return nil }
    glances.enter()
    defer { glances.leave() }
    do throws(DiskError) {
      let folder = try container.folder(at: path)
      let names = try FolderNames(of: folder)
      // Twice as many as are wanted: the language orders those near the end of the page.
      let near = 2 * query.range.upperBound
      if names.count < 2 * near || !names.haveKinds { return nil }
      var first: [(order: [UInt8], name: FileName, kind: FileKind)] = []
      var (order, total): ([UInt8], Int) = ([], 0)
      names.visit { bytes, kind in
        if bytes.first == UInt8(ascii: "."), FileName(bytes: bytes).isOfFinder { return }
        total += 1
        let isFolder = kind == .folder && !isPackage(FileName(bytes: bytes))
        order.removeAll(keepingCapacity: true)
        order.append(isFolder ? 0 : 1)
        bytes.appendRoughOrder(to: &order)
        // Of nearly all names no value is made.
        if first.count == near, !order.lexicographicallyPrecedes(first[near - 1].order) { return }
        first.insert((order, FileName(bytes: bytes), kind ?? .file), ifAmongFirst: near) {
          $0.order.lexicographicallyPrecedes($1.order)
        }
      }
      let findings = try EntryReader(isPackage: isPackage)
        .read(first.map { ($0.name, $0.kind, nil) }, in: folder, at: path)
      var list = query.list(of: findings.compactMap { if case .read(let entry) = $0 { entry } else { nil } })
      list.total = total
      return list
    } catch {
      return nil
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
      glances.wait()
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
