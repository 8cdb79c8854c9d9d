import FileProvider
import Foundation
import IntrayCore

extension Daemon {
  /// Applies the replies of the extension to the folder.
  ///
  /// Only files in the recorded state are overwritten. The next round sends a change that a program makes meanwhile,
  /// and the extension decides.
  func apply() throws {
    var waiting = record.rows.values.filter(needsWork).map(\.key).sorted()
    while !waiting.isEmpty, !isHeld {
      var left: [Int] = []
      for key in waiting where !isHeld {
        guard let row = record.rows[key] else { continue }
        if try bring(row) {
          activity += 1
        } else {
          left.append(key)
        }
      }
      if left.count == waiting.count { return try clear(left) }
      waiting = left
    }
  }

  private func needsWork(_ row: Row) -> Bool {
    if row.isGone { return true }
    guard let remote = row.remote else { return false }
    guard let synced = row.synced, let local = row.local else { return true }
    return local.parent == Replica.limbo || !Fields.difference(remote, synced).isEmpty
      || hasOtherContents(row, remote, synced)
  }

  /// Whether the contents in the folder are others than the extension's.
  private func hasOtherContents(_ row: Row, _ remote: ItemSnapshot, _ synced: ItemSnapshot) -> Bool {
    remote.kind == .file && (row.isStale || remote.version?.content != synced.version?.content)
  }

  /// - Returns: whether it is done; false when something is in its way.
  private func bring(_ row: Row) throws -> Bool {
    if row.isGone { return try remove(row) }
    guard let remote = row.remote, let folder = record.key(of: remote.parent), let path = path(of: folder)
    else { return false }
    let target = path + "/" + remote.name
    guard let synced = row.synced, let local = row.local else {
      return try make(row, remote, at: target, in: folder)
    }
    // The next round examines changes made meanwhile.
    guard let here = self.path(of: row.key), try isAsRecorded(here, local) else { return false }
    if hasOtherContents(row, remote, synced), !local.isDataless {
      // Of every second one.
      let evicts = unkindness.contains(.evictsChanged) && row.key.isMultiple(of: 2)
      return try evicts ? evictChanged(row, remote, at: here) : refill(row, at: here)
    }
    if remote.target != synced.target { return try relink(row, remote, at: here) }
    // Two forms of one name are equal here, as they are to the volume of a phone.
    if here != target {
      guard try replica.rename(here, to: target, of: local.file, into: self.folder(of: folder)) else {
        return false
      }
      return try settle(row, remote, at: target, in: folder)
    }
    if !local.isDataless { try replica.setAttributes(here, as: remote, of: local.file) }
    return try settle(row, remote, at: here, in: folder)
  }

  /// Whether nothing was done since to what is at a path.
  private func isAsRecorded(_ path: String, _ local: Row.Local) throws -> Bool {
    guard let now = try replica.stamp(path), now.file == local.file, now.kind == local.kind else {
      return false
    }
    if now.kind == .folder { return true }
    return now.size == local.size && now.modified == local.modified && now.changed == local.changed
      && (!local.isYoung || local.digest == nil || Replica.digest(path) == local.digest)
  }

  /// Records that the folder has the state of the reply. After a rename another pass does the rest.
  private func settle(_ row: Row, _ remote: ItemSnapshot, at path: String, in folder: Int) throws -> Bool {
    guard var local = row.local, let now = try replica.stamp(path), now.file == local.file else {
      return false
    }
    var row = row
    var synced = row.synced ?? remote
    let content = synced.version?.content
    let isRenamed = synced.name != remote.name || synced.parent != remote.parent
    if isRenamed {
      (synced.name, synced.parent) = (remote.name, remote.parent)
    } else {
      synced = remote
      // A placeholder gets the remote contents later, so it has their version.
      if !local.isDataless, let content { synced.version?.content = content }
      // It was given the item's date and mode.
      (local.modified, local.isExecutable) = (now.modified, now.isExecutable)
    }
    // As it stands there, in whichever form.
    (local.parent, local.name) = (folder, path.split(separator: "/").last.map(String.init) ?? remote.name)
    row.local = local.touched(as: now)
    row.synced = synced
    if local.isDataless { row.isStale = false }
    try record.put(row)
    return !needsWork(row)
  }

  // MARK: New

  private func make(_ row: Row, _ remote: ItemSnapshot, at target: String, in folder: Int) throws -> Bool {
    if try replica.isTaken(target) { return false }
    let staged: String
    switch remote.kind {
    case .folder:
      staged = replica.makeStaging()
      try FileManager.default.createDirectory(atPath: staged, withIntermediateDirectories: false)
    case .link:
      staged = try replica.makeLink(to: remote.target ?? "")
    case .file:
      return try fetch(row) { row, item, contents in
        guard let folder = self.record.key(of: item.parent), let path = self.path(of: folder) else {
          return false
        }
        return try self.put(contents, row, item, at: path + "/" + item.name, in: folder)
      }
    }
    return try put(staged, row, remote, at: target, in: folder)
  }

  private func put(
    _ staged: String, _ row: Row, _ item: ItemSnapshot, at target: String, in folder: Int
  ) throws -> Bool {
    try replica.setAttributes(staged, as: item)
    var row = row
    if item.kind == .folder, row.synced == nil { row.isUnmet = true }
    row.remote = item
    try announce(staged, &row, as: item, in: folder, name: item.name)
    guard try replica.rename(staged, to: target, into: self.folder(of: folder)) else {
      try FileManager.default.removeItem(atPath: staged)
      return false
    }
    return try accept(row, at: target)
  }

  /// Records what is about to take an item's place.
  private func announce(
    _ staged: String, _ row: inout Row, as synced: ItemSnapshot, in folder: Int, name: String
  ) throws {
    guard var local = try replica.stamp(staged) else { return }
    (local.parent, local.name) = (folder, name)
    row.arrival = Row.Arrival(local: local, synced: synced)
    try record.put(row)
  }

  /// Records that what was announced is in place. What a program has done to it since, the next look finds.
  private func accept(_ row: Row, at path: String) throws -> Bool {
    guard let arrival = row.arrival else { return false }
    var row = row
    row.local = try replica.stamp(path).map(arrival.local.touched) ?? arrival.local
    row.synced = arrival.synced
    row.isStale = false
    row.arrival = nil
    try record.put(row)
    return !needsWork(row)
  }

  // MARK: Contents

  /// Fetches contents, and uses them where they are wanted.
  private func fetch(_ row: Row, _ use: (Row, ItemSnapshot, String) throws -> Bool) throws -> Bool {
    guard let id = row.remote?.identifier, retries.allows(.fetch(row.key)) else { return false }
    var answer = try ask(.fetch(id, version: row.remote?.version))
    if answer.failure?.provider == .versionNoLongerAvailable {
      answer = try ask(.fetch(id, version: nil))
    }
    // "The system will consider the item has been removed from the domain and will attempt to delete it from disk.
    // In case that deletion fails because there are local changes on this item, the system will re-create the
    // item", says the header of `NSFileProviderReplicatedExtension`.
    if answer.failure?.provider == .noSuchItem, !unkindness.contains(.keepsUnfetched) {
      var row = row
      row.isGone = true
      try record.put(row)
      return false
    }
    guard answer.failure == nil, let item = answer.item, let contents = answer.contents else {
      if unkindness.contains(.fetchesOnce) {
        retries.giveUp(.fetch(row.key))
      } else {
        retries.fail(.fetch(row.key))
      }
      return false
    }
    retries.succeed(.fetch(row.key))
    // It is ours now: <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/fetchcontents(for:version:request:completionhandler:)>
    let staged = replica.makeStaging()
    guard try replica.rename(contents, to: staged) else { return false }
    return try use(row, item, staged)
  }

  private func refill(_ row: Row, at path: String) throws -> Bool {
    try fetch(row) { row, item, contents in
      try self.replica.setAttributes(contents, as: item)
      var row = row
      row.remote = item
      return try self.exchange(row, at: path, with: contents, as: item)
    }
  }

  /// Puts a link with another target in the place of one.
  private func relink(_ row: Row, _ remote: ItemSnapshot, at path: String) throws -> Bool {
    try exchange(row, at: path, with: replica.makeLink(to: remote.target ?? ""), as: remote)
  }

  /// Puts something that is staged in the place of an item. Its name and folder follow by themselves.
  private func exchange(_ row: Row, at path: String, with staged: String, as item: ItemSnapshot) throws
    -> Bool
  {
    guard let local = row.local, let old = row.synced else { return false }
    var (row, synced) = (row, item)
    (synced.name, synced.parent) = (old.name, old.parent)
    try announce(staged, &row, as: synced, in: local.parent, name: local.name)
    guard try replica.replace(path, by: staged, expecting: local) else { return false }
    return try accept(row, at: path)
  }

  /// Takes the contents of a document away, and leaves a placeholder.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/evictitem(identifier:completionhandler:)>
  func evict(_ key: Int) throws {
    guard let row = record.rows[key], let remote = row.remote, let local = row.local, let synced = row.synced,
      remote.kind == .file, !local.isDataless, !needsWork(row), local.parent != Replica.limbo,
      let path = path(of: key), try isAsRecorded(path, local)
    else { return }
    let placeholder = try replica.makePlaceholder(for: remote.identifier)
    guard try exchange(row, at: path, with: placeholder, as: synced) else { return }
    say("evicted “\(remote.name)”")
    activity += 1
  }

  /// Leaves a placeholder for contents that are others there.
  private func evictChanged(_ row: Row, _ remote: ItemSnapshot, at path: String) throws -> Bool {
    guard var synced = row.synced else { return false }
    synced.version = remote.version
    let placeholder = try replica.makePlaceholder(for: remote.identifier)
    let isDone = try exchange(row, at: path, with: placeholder, as: synced)
    if isDone { say("evicted “\(remote.name)”, which changed") }
    return isDone
  }

  /// Brings the contents of a document back.
  func materialise(_ key: Int) throws {
    guard let row = record.rows[key], row.local?.isDataless == true, let path = path(of: key) else { return }
    if try refill(row, at: path) { activity += 1 }
  }

  /// Brings all contents back.
  package func materialiseAll() throws {
    retries.beginAnew()
    for row in record.rows.values.sorted(by: { $0.key < $1.key }) where row.local?.isDataless == true {
      try materialise(row.key)
    }
  }

  // MARK: Gone

  private func remove(_ row: Row) throws -> Bool {
    guard let local = row.local, let path = path(of: row.key) else {
      try record.remove(row.key)
      return true
    }
    guard try replica.stamp(path)?.file == local.file else {
      // The user removed it here as well, or moved it and wants to keep it.
      if seen[row.key] != nil { return try revive(row) }
      guard gone.contains(row.key) else { return false }
      try record.remove(row.key)
      return true
    }
    if local.kind == .folder {
      guard try replica.remove(path, expecting: local) else { return false }
      try record.remove(row.key)
      return true
    }
    if try isAsRecorded(path, local), try replica.remove(path, expecting: local) {
      try record.remove(row.key)
      return true
    }
    return try revive(row)
  }

  /// An item that was deleted there and changed here is created again.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidercreateitemoptions/deletionconflicted>
  private func revive(_ row: Row) throws -> Bool {
    var row = row
    let identifier = row.remote?.identifier
    row.remote = nil
    row.synced = nil
    row.isGone = false
    row.isConflicted = true
    row.template = unkindness.contains(.revivesIdentifiers) ? identifier ?? row.template : Self.makeTemplate()
    try record.put(row)
    return true
  }

  // MARK: In the way

  /// Nothing could be done: a folder that goes still has something in it, or names stand in a ring.
  private func clear(_ waiting: [Int]) throws {
    for key in waiting {
      guard let row = record.rows[key], let path = path(of: key), let local = row.local else { continue }
      if row.isGone, local.kind == .folder, replica.exists(path) {
        // Its contents still exist, so the folder is created again.
        if !(try isEmptySoon(key)), try revive(row) { activity += 1 }
        continue
      }
      let isRenamed = row.remote?.name != row.synced?.name || row.remote?.parent != row.synced?.parent
      guard !row.isGone, isRenamed, local.parent != Replica.limbo, try isAsRecorded(path, local),
        try replica.rename(path, to: replica.path(inLimbo: "\(key)"), of: local.file),
        let now = try replica.stamp(replica.path(inLimbo: "\(key)"))
      else { continue }
      var (moved, waiting) = (row, local.touched(as: now))
      (waiting.parent, waiting.name) = (Replica.limbo, "\(key)")
      moved.local = waiting
      try record.put(moved)
      activity += 1
      return
    }
  }

  /// Whether everything in a folder is gone, too, and only has to be removed.
  private func isEmptySoon(_ key: Int) throws -> Bool {
    let below = record.rows.values.filter { $0.local?.parent == key }
    // What is no folder any more is not empty, either.
    guard let path = path(of: key), let names = try? FileManager.default.contentsOfDirectory(atPath: path),
      names.count <= below.count
    else { return false }
    return below.allSatisfy { $0.isGone }
  }
}
