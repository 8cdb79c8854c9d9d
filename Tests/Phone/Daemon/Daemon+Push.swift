import FileProvider
import Foundation
import IntrayCore

/// Something to tell the extension.
private struct PendingCall {
  enum Kind {
    case create, modify, delete
  }

  var key: Int
  var kind: Kind
  /// The requested state of the item; for a deletion, its last state.
  var wish: ItemSnapshot
  var fields: NSFileProviderItemFields = []
}

/// In which order errands can be done: who has each name, as far as the extension has said, and who waits.
private struct Order {
  private var names: [String: Int] = [:]
  private var occupied: [Int: String] = [:]
  private var waiting: [Int: PendingCall] = [:]
  /// How many wait in each folder.
  private var crowds: [String: Int] = [:]
  private var parents: [Int: String] = [:]

  init(_ record: Record, _ errands: [PendingCall]) {
    for row in record.rows.values where !row.isGone { occupy(row.key, row.remote) }
    for errand in errands {
      waiting[errand.key] = errand
      guard let parent = record.rows[errand.key]?.remote?.parent else { continue }
      parents[errand.key] = parent
      crowds[parent, default: 0] += 1
    }
  }

  private static func name(_ parent: String, _ name: String) -> String {
    parent + "/" + name.precomposedStringWithCanonicalMapping.lowercased()
  }

  private mutating func occupy(_ key: Int, _ remote: ItemSnapshot?) {
    if let old = occupied.removeValue(forKey: key), names[old] == key { names[old] = nil }
    guard let remote else { return }
    let name = Self.name(remote.parent, remote.name)
    occupied[key] = name
    names[name] = key
  }

  /// An errand is what it is now.
  mutating func note(_ errand: PendingCall) { waiting[errand.key] = errand }

  /// An errand was done, or needs no doing.
  mutating func settle(_ key: Int, _ record: Record) {
    waiting[key] = nil
    if let parent = parents.removeValue(forKey: key) { crowds[parent, default: 0] -= 1 }
    let row = record.rows[key]
    occupy(key, row?.isGone == false ? row?.remote : nil)
  }

  func isFree(_ errand: PendingCall, _ record: Record) -> Bool {
    switch errand.kind {
    case .delete:
      // First what is in it: it is removed, or moved away.
      guard errand.wish.kind == .folder, let id = record.rows[errand.key]?.remote?.identifier else {
        return true
      }
      return crowds[id, default: 0] == 0
    case .create, .modify:
      guard !errand.wish.parent.isEmpty else { return false }
      guard errand.kind == .create || !errand.fields.isDisjoint(with: [.filename, .parentItemIdentifier]),
        let other = names[Self.name(errand.wish.parent, errand.wish.name)], other != errand.key
      else { return true }
      // If the other item keeps the name, do not wait for it: the extension finds another name.
      guard let leaving = waiting[other] else { return true }
      return leaving.kind == .modify && leaving.fields.isDisjoint(with: [.filename, .parentItemIdentifier])
    }
  }
}

extension Daemon {
  /// Sends the changes of the folder to the extension: a folder before items that are created in it, an item that
  /// leaves a name before the one that takes it, and a move out of a folder before the folder's deletion.
  func push() throws {
    var errands = try findErrands()
    var order = Order(record, errands)
    while !errands.isEmpty, !isHeld {
      var left: [PendingCall] = []
      for errand in errands where !isHeld {
        guard retries.allows(.push(errand.key)) else {
          left.append(errand)
          continue
        }
        // What was made since has an identifier now, which others name as their folder.
        guard let errand = try refreshed(errand) else {
          order.settle(errand.key, record)
          continue
        }
        order.note(errand)
        guard order.isFree(errand, record) else {
          left.append(errand)
          continue
        }
        if unkindness.contains(.startsAnew), retries.isRetry(.push(errand.key)) { provider.rest() }
        try sendDate(ofFolderOf: errand)
        try send(errand)
        order.settle(errand.key, record)
      }
      if left.count == errands.count {
        guard try breakRing(&left, &order) else { return }
        activity += 1
      }
      errands = left
    }
  }

  /// Lets one go that waits for another that waits for it: of names in a ring one steps aside, and what is to be made
  /// under the name of something that is to go into it, gets another name from the extension.
  ///
  /// - Returns: whether there was one. Else something in front of them could not be done: another time.
  private func breakRing(_ left: inout [PendingCall], _ order: inout Order) throws -> Bool {
    let known = left.indices.filter { !left[$0].wish.parent.isEmpty && retries.allows(.push(left[$0].key)) }
    let index =
      known.first { left[$0].kind == .modify } ?? known.first { left[$0].kind == .create }
    guard let index else { return false }
    let errand = left.remove(at: index)
    if errand.kind == .modify { try stepAside(errand.key) } else { try send(errand) }
    order.settle(errand.key, record)
    return true
  }

  /// Gives an item another name there, and nothing else. What differs here still does, and the next round sends it.
  private func stepAside(_ key: Int) throws {
    guard let row = record.rows[key], let synced = row.synced else { return }
    var wish = synced
    wish.name = ".aside-\(UUID().uuidString.prefix(8))-\(key)"
    let fields: NSFileProviderItemFields = [.filename]
    let answer = try ask(
      .modify(
        wish, base: synced.version ?? .beforeFirstSync, fields: fields.rawValue, contents: nil, options: 0))
    if let failure = answer.failure { return try handle(failure, row, isCreate: false) }
    if let item = answer.item { try take(item, answer, row, sent: fields, wish: wish) }
  }

  // MARK: What is to be told

  private func findErrands() throws -> [PendingCall] {
    var errands: [PendingCall] = []
    for row in record.rows.values.sorted(by: { $0.key < $1.key }) where !row.isGone {
      if let sight = seen[row.key] {
        if let errand = try difference(row, sight) { errands.append(errand) }
      } else if gone.contains(row.key) {
        guard let known = row.remote else {
          // It was never told of. If a call of before a crash made it all the same, the extension will tell.
          try record.remove(row.key)
          continue
        }
        errands.append(PendingCall(key: row.key, kind: .delete, wish: known))
      }
    }
    return errands
  }

  private func difference(_ row: Row, _ sight: ObservedItem) throws -> PendingCall? {
    // "The system will not retry syncing those items, until [...] the item is modified on disk", says the header of
    // `NSFileProviderError` at `cannotSynchronize`. Updates of the system and of the extension do not happen here.
    if row.broken == sight.local { return nil }
    guard let synced = row.synced, row.remote != nil else {
      var wish =
        try view(of: row, sight)
        ?? ItemSnapshot(
          identifier: row.template, parent: "", name: sight.local.name, kind: sight.local.kind)
      wish.identifier = row.template
      return PendingCall(key: row.key, kind: .create, wish: wish)
    }
    let old = row.local
    if let old, isSame(old, sight.local), isInPlace(synced, sight), !hasOtherContents(row, sight) {
      return nil
    }
    guard let wish = try view(of: row, sight) else {
      // Its folder is not known yet.
      var wish = synced
      wish.parent = ""
      wish.name = sight.local.name
      return PendingCall(key: row.key, kind: .modify, wish: wish, fields: [.parentItemIdentifier])
    }
    var fields = Fields.difference(wish, synced)
    let explained = fields
    if hasOtherContents(row, sight) { fields.insert(.contents) }
    if explained.isEmpty, wish.kind == .file, !sight.local.isDataless,
      old?.changed != sight.local.changed, old?.parent == sight.local.parent, old?.name == sight.local.name
    {
      // Something was done to the file that nothing else explains: a write whose time was set back, perhaps.
      fields.insert(.contents)
    }
    if fields.isEmpty {
      var row = row
      row.local = sight.local.keeping(old)
      try record.put(row)
      return nil
    }
    return PendingCall(key: row.key, kind: .modify, wish: wish, fields: fields)
  }

  /// Whether nothing was done to a file since: its change time moves with everything.
  private func isSame(_ old: Row.Local, _ new: Row.Local) -> Bool {
    old.file == new.file && old.parent == new.parent && old.name == new.name
      && (new.kind == .folder
        ? old.changed == new.changed
        : old.changed == new.changed && old.size == new.size && old.modified == new.modified)
  }

  /// Whether it has the name and folder that were last sent to the extension.
  private func isInPlace(_ synced: ItemSnapshot, _ sight: ObservedItem) -> Bool {
    sight.local.parent == Replica.limbo
      || (synced.name == sight.local.name && synced.parent == record.identifier(of: sight.local.parent))
  }

  /// An errand whose folder was not known, as it is now.
  private func refreshed(_ errand: PendingCall) throws -> PendingCall? {
    guard errand.wish.parent.isEmpty, let row = record.rows[errand.key], let sight = seen[errand.key] else {
      return errand
    }
    return try difference(row, sight)
  }

  // MARK: Telling it

  private func send(_ errand: PendingCall) throws {
    guard let row = record.rows[errand.key] else { return }
    switch errand.kind {
    case .create: try create(row, errand)
    case .modify: try modify(row, errand)
    case .delete: try delete(row)
    }
  }

  /// Sends the date that a folder has since something was saved in it, of every second item.
  private func sendDate(ofFolderOf errand: PendingCall) throws {
    guard unkindness.contains(.sendsFolderDates), errand.key.isMultiple(of: 2),
      errand.kind == .create || errand.fields.contains(.contents),
      let folder = record.row(withIdentifier: errand.wish.parent), !folder.isGone, var wish = folder.synced,
      folder.local != nil
    else { return }
    wish.modified = Date()
    let fields: NSFileProviderItemFields = [.contentModificationDate]
    let answer = try ask(
      .modify(
        wish, base: wish.version ?? .beforeFirstSync, fields: fields.rawValue, contents: nil, options: 0))
    // What it refuses is sent again with the next save.
    guard let item = answer.item else { return }
    try take(item, answer, folder, sent: fields, wish: wish)
  }

  private func create(_ row: Row, _ errand: PendingCall) throws {
    guard let sight = seen[row.key] else { return }
    var row = row
    var fields: NSFileProviderItemFields = [.filename, .parentItemIdentifier]
    var copy: String?
    if sight.local.kind != .link { fields.formUnion([.extendedAttributes, .fileSystemFlags]) }
    if errand.wish.tags != nil { fields.insert(.tagData) }
    if errand.wish.favourite != nil { fields.insert(.favoriteRank) }
    if errand.wish.lastUsed != nil { fields.insert(.lastUsedDate) }
    if sight.local.isDataless {
      guard row.mayExist else { return try restore(row, sight) }
    } else if sight.local.kind == .file {
      guard let (path, now) = try takeCopy(sight) else { return }
      copy = path
      row.local = now
      fields.formUnion([.contents, .contentModificationDate])
    } else {
      row.local = sight.local
    }
    defer { discard(copy) }
    var options: NSFileProviderCreateItemOptions = []
    if row.mayExist { options.insert(.mayAlreadyExist) }
    if row.isConflicted { options.insert(.deletionConflicted) }
    // The template is on disk before the call, so that a replay is known as one.
    try record.put(row)
    let answer = try ask(
      .create(spelled(errand.wish, row), fields: fields.rawValue, contents: copy, options: options.rawValue))
    if let failure = answer.failure {
      return try handle(failure, row, isCreate: true)
    }
    guard let item = answer.item else {
      // A placeholder that stands for nothing.
      if sight.local.isDataless, try replica.remove(sight.path, expecting: sight.local) {
        try record.remove(row.key)
      }
      return
    }
    // What it is now may be known already, from a call of before a crash or a memory that was lost.
    if let other = record.row(withIdentifier: item.identifier), other.key != row.key {
      try merge(other, into: &row)
    }
    row.isConflicted = false
    row.mayExist = false
    var wish = errand.wish
    if !sight.local.isDataless { wish.modified = row.local?.modified.date }
    try take(item, answer, row, sent: fields, wish: wish)
  }

  /// The wish with its name as the system sends it: decomposed, of every second item.
  private func spelled(_ wish: ItemSnapshot, _ row: Row) -> ItemSnapshot {
    guard unkindness.contains(.decomposesNames), row.key.isMultiple(of: 2) else { return wish }
    var wish = wish
    wish.name = wish.name.decomposedStringWithCanonicalMapping
    return wish
  }

  /// The extension gave two items one identifier: they are one, and the older of the two has nothing of its own
  /// in the folder (a placeholder has nothing, either), or is put beside as new.
  private func merge(_ other: Row, into row: inout Row) throws {
    guard let local = other.local else { return try record.remove(other.key) }
    if local.isDataless, let path = path(of: other.key), try replica.remove(path, expecting: local) {
      return try record.remove(other.key)
    }
    var other = other
    other.remote = nil
    other.synced = nil
    other.template = Self.makeTemplate()
    try record.put(other)
  }

  private func modify(_ row: Row, _ errand: PendingCall) throws {
    guard let sight = seen[row.key], let synced = row.synced else { return }
    var row = row
    var copy: String?
    if errand.fields.contains(.contents), errand.wish.kind == .file {
      guard let (path, now) = try takeCopy(sight) else { return }
      copy = path
      row.local = now
    } else {
      row.local = sight.local.keeping(row.local)
    }
    defer { discard(copy) }
    let answer = try ask(
      .modify(
        spelled(errand.wish, row), base: synced.version ?? .beforeFirstSync, fields: errand.fields.rawValue,
        contents: copy, options: 0))
    if let failure = answer.failure { return try handle(failure, row, isCreate: false) }
    guard let item = answer.item else { return }
    if let other = record.row(withIdentifier: item.identifier), other.key != row.key {
      try merge(other, into: &row)
    }
    var wish = errand.wish
    if copy != nil { wish.modified = row.local?.modified.date }
    try take(item, answer, row, sent: errand.fields, wish: wish)
  }

  /// Believes an answer: this is the item now, and this of it is in the folder.
  ///
  /// No source says what the local contents count as when the answer has another content version than the call was made
  /// from. So they count as that version, until they are fetched again.
  private func take(
    _ item: ItemSnapshot, _ answer: CallReply, _ row: Row, sent: NSFileProviderItemFields, wish: ItemSnapshot
  ) throws {
    var row = row
    var synced = wish
    synced.identifier = item.identifier
    synced.version = item.version
    row.isStale = answer.shouldFetch
    let pending = NSFileProviderItemFields(rawValue: answer.stillPending)
    if !pending.isEmpty, let old = row.synced {
      Fields.copy(pending, from: old, to: &synced)
      // The next round finds them again.
      row.local?.changed = FileTime(seconds: 0)
    }
    row.remote = item
    row.synced = synced
    row.broken = nil
    retries.succeed(.push(row.key))
    try record.put(row)
  }

  private func delete(_ row: Row) throws {
    guard let remote = row.remote else { return try record.remove(row.key) }
    // A folder in which nothing is left that we know, or one that goes with everything in it.
    let isRecursive =
      remote.kind == .folder && chaos?.isRecursive ?? true && hasLostEverything(below: remote.identifier)
    let answer = try ask(
      .delete(
        remote.identifier, base: row.synced?.version ?? .beforeFirstSync,
        options: isRecursive ? NSFileProviderDeleteItemOptions.recursive.rawValue : 0))
    guard let failure = answer.failure else {
      retries.forget(row.key)
      return try record.remove(row.key)
    }
    var row = row
    switch failure.provider {
    case .noSuchItem: try record.remove(row.key)
    case .deletionRejected, .directoryNotEmpty:
      // It is made again, as it is now.
      row.remote = failure.item ?? row.remote
      row.local = nil
      row.synced = nil
      try record.put(row)
    default: retries.fail(.push(row.key))
    }
  }

  /// Whether every item below a folder in the extension was also in it here, unchanged, and was removed with it. The
  /// user who removed the folder here has not seen items that arrived or changed there meanwhile.
  private func hasLostEverything(below identifier: String) -> Bool {
    record.rows.values.allSatisfy { row in
      guard let remote = row.remote, remote.parent == identifier, !row.isGone else { return true }
      // What could not be deleted, or is another by now, is made again, and goes with no folder.
      return gone.contains(row.key) && row.local != nil
        && (remote.kind == .folder
          ? hasLostEverything(below: remote.identifier)
          : !row.isStale && remote.version?.content == row.synced?.version?.content)
    }
  }

  // MARK: When it could not be done

  private func handle(_ failure: Failure, _ row: Row, isCreate: Bool) throws {
    switch failure.provider {
    case .noSuchItem where isCreate || failure.missing != row.remote?.identifier:
      // Its folder is gone: that is made again, and then this.
      guard let parent = seen[row.key]?.local.parent, var folder = record.rows[parent] else { return }
      folder.isGone = true
      try record.put(folder)
    case .noSuchItem:
      // The next round finds out whether there is anything here to keep.
      guard var known = record.rows[row.key] else { return }
      known.isGone = true
      try record.put(known)
    case .filenameCollision:
      // The system makes room: <https://developer.apple.com/documentation/foundation/nserror/fileprovidererrorforcollision(with:)>
      guard let path = seen[row.key]?.path else { return }
      for number in 2...
      where try replica.rename(path, to: path + " \(number)", of: seen[row.key]?.local.file)
        || replica.stamp(path)?.file != seen[row.key]?.local.file
      { break }
    case .cannotSynchronize where unkindness.contains(.believesErrors):
      guard var known = record.rows[row.key] else { return }
      known.broken = seen[row.key]?.local
      try record.put(known)
    default: retries.fail(.push(row.key))
    }
  }

  // MARK: Contents

  /// How the names of what the system hands over begin.
  package static let handed = "system-"

  /// A clone for the extension, and what it is a clone of; nil when the file is being written, or when a program has
  /// put another file in its place since it was seen: which item that is, the next look finds out.
  private func takeCopy(_ sight: ObservedItem) throws -> (path: String, local: Row.Local)? {
    let copy = handover + "/" + Self.handed + UUID().uuidString
    for _ in 0..<3 {
      guard var before = try replica.stamp(sight.path), before.kind == .file,
        before.file == sight.local.file
      else { return nil }
      do {
        try FileManager.default.copyItem(atPath: sight.path, toPath: copy)
        // What belongs to the file goes as fields.
        try replica.strip(copy)
      } catch {
        discard(copy)
        return nil
      }
      guard let after = try replica.stamp(sight.path) else { break }
      if before.file == after.file, before.size == after.size, before.modified == after.modified,
        before.changed == after.changed
      {
        (before.parent, before.name) = (sight.local.parent, sight.local.name)
        // What was written since the copy, in the same tick, is found by the digest of the copy.
        if before.digest != nil { before.digest = Replica.digest(copy) }
        // What was done to the file since it was seen is not in the wish: the next round looks again.
        if before.changed != sight.local.changed { before.changed = FileTime(seconds: 0) }
        return (copy, before)
      }
      discard(copy)
    }
    discard(copy)
    return nil
  }

  private func discard(_ copy: String?) {
    // The extension only reads it; one that it has taken is gone, which is right, too.
    if let copy, !(isInterrupted && unkindness.contains(.leavesFiles)) {
      try? FileManager.default.removeItem(atPath: copy)
    }
  }

  /// Replaces a program's copy of a placeholder by the contents: a phone would have copied the contents.
  private func restore(_ row: Row, _ sight: ObservedItem) throws {
    guard let id = Replica.evictedIdentifier(at: sight.path) else { return }
    guard record.key(of: id) != nil else {
      // Its item was deleted, or has another identifier and another placeholder.
      if try replica.remove(sight.path, expecting: sight.local) { try record.remove(row.key) }
      return
    }
    let answer = try ask(.fetch(id, version: nil))
    guard let contents = answer.contents, let item = answer.item else {
      if answer.failure != nil { retries.fail(.push(row.key)) }
      return
    }
    retries.succeed(.push(row.key))
    try replica.setAttributes(contents, as: item)
    if try replica.replace(sight.path, by: contents, expecting: sight.local) { activity += 1 }
  }
}
