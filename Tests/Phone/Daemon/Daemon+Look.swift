import Foundation
import IntrayCore

extension Daemon {
  /// Lists the folder, and finds the item of each entry.
  ///
  /// The same file at the same place is the same item; the same file at another place is the item moved; a file
  /// that is new, at the place of one that is gone, is that item saved anew (the safe saves of editors). What remains is
  /// new. A folder is never taken for another.
  func look() throws {
    var sightings = try replica.look()
    // More would only keep everything else waiting: what is not known by then, a later round finds out.
    for _ in 1..<5 where !sightings.isWhole && isAnythingMissing(in: sightings.nodes) {
      usleep(UInt32(Replica.tick * 1e6))
      sightings = try replica.look()
    }
    try match(sightings.nodes, isWhole: sightings.isWhole)
  }

  private func isAnythingMissing(in nodes: [Replica.Node]) -> Bool {
    !Set(record.rows.values.compactMap { $0.local?.file }).isSubset(of: nodes.map(\.local.file))
  }

  private struct Place: Hashable {
    var parent: Int
    var name: String
  }

  private func match(_ nodes: [Replica.Node], isWhole: Bool) throws {
    (seen, gone) = ([:], [])
    let files = Set(nodes.map(\.local.file))
    for var row in record.rows.values {
      guard let arrival = row.arrival, files.contains(arrival.local.file) else { continue }
      (row.local, row.synced, row.arrival, row.isStale) = (arrival.local, arrival.synced, nil, false)
      try record.put(row)
    }
    // Two may have had one name, one after the other.
    var byPlace: [Place: [Int]] = [:]
    var byFile: [String: [Int]] = [:]
    for row in record.rows.values.sorted(by: { $0.key < $1.key }) {
      guard let local = row.local else { continue }
      byPlace[Place(parent: local.parent, name: local.name), default: []].append(row.key)
      byFile[local.file, default: []].append(row.key)
    }
    let paths = Dictionary(nodes.map { ($0.path, $0.local.file) }) { one, _ in one }
    var keys = [Int](repeating: 0, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      var local = node.local
      local.parent = node.parent.map { keys[$0] } ?? node.room
      let here = (byPlace[Place(parent: local.parent, name: local.name)] ?? []).compactMap { key in
        seen[key] == nil ? record.rows[key].flatMap { row in row.local.map { (key, $0) } } : nil
      }
      var found =
        here.first { $0.1.file == local.file }?.0
        ?? byFile[local.file]?.first { key in
          // Two names of one file are two items; each keeps its own.
          seen[key] == nil && (path(of: key).map { paths[$0] != local.file } ?? true)
        }
      if found == nil, local.kind != .folder {
        found =
          standIn(at: node.path, local, files)
          ?? here.first {
            // The kernel changes no link's target. No source says what a new link under the name of another is, so
            // that every second one is the same item, with another target.
            (local.kind == .file && ($0.1.kind == .file || $0.1.isDataless)
              || local.kind == .link && $0.1.kind == .link && local.isDataless == $0.1.isDataless
                && (local.isDataless || $0.0.isMultiple(of: 2)))
              && !files.contains($0.1.file)
          }?.0
        if found != nil, !isWhole {
          // What it would stand for may be elsewhere. Nothing is in a file, so the others do not need to know it.
          activity += 1
          continue
        }
      }
      let key = try found ?? add(node.path, local)
      keys[index] = key
      seen[key] = ObservedItem(path: node.path, local: local)
    }
    let missing = record.rows.values.filter { $0.local != nil && seen[$0.key] == nil }.map(\.key)
    if isWhole { gone = Set(missing) } else if !missing.isEmpty { activity += 1 }
  }

  /// The item that a placeholder stands for, if nothing else is that item: an eviction that a kill cut short.
  private func standIn(at path: String, _ local: Row.Local, _ files: Set<String>) -> Int? {
    guard local.isDataless, let id = Replica.evictedIdentifier(at: path),
      let row = record.row(withIdentifier: id), seen[row.key] == nil, let old = row.local,
      !files.contains(old.file)
    else { return nil }
    return row.key
  }

  private func add(_ path: String, _ local: Row.Local) throws -> Int {
    let key = record.makeKey()
    try record.put(Row(key: key, template: Self.makeTemplate(), local: local))
    activity += 1
    return key
  }

  // MARK: What differs

  /// What there is of an item, in its terms: its own name and folder, and what belongs to the file.
  func view(of row: Row, _ sight: ObservedItem) throws -> ItemSnapshot? {
    let local = sight.local
    guard let parent = record.identifier(of: local.parent == Replica.limbo ? Record.root : local.parent)
    else { return nil }
    var facts = ItemSnapshot(
      identifier: row.remote?.identifier ?? row.template, parent: parent, name: local.name, kind: local.kind)
    if local.parent == Replica.limbo, let synced = row.synced {
      // What the extension does not know any more was in a folder that it does not know any more, either.
      facts.name = synced.name
      if row.remote != nil { facts.parent = synced.parent }
    }
    if local.isDataless {
      // Only its name is here.
      var known = row.synced ?? facts
      known.kind = .file
      (known.parent, known.name, known.identifier) = (facts.parent, facts.name, facts.identifier)
      return known
    }
    facts.version = row.synced?.version
    facts.modified = local.kind == .file ? local.modified.date : nil
    facts.flags = Fields.flags(isExecutable: local.isExecutable || local.kind == .folder)
    if local.kind == .file { facts.size = local.size }
    if local.kind == .link {
      facts.target = try FileManager.default.destinationOfSymbolicLink(atPath: sight.path)
    }
    try replica.readAttributes(into: &facts, from: sight.path, of: local.file)
    return facts
  }

  /// Whether the contents in the folder are others than those that were recorded.
  func hasOtherContents(_ row: Row, _ sight: ObservedItem) -> Bool {
    guard let old = row.local, sight.local.kind == .file, !sight.local.isDataless else { return false }
    let new = sight.local
    if new.size != old.size || new.modified != old.modified || new.file != old.file { return true }
    // A rename explains another change time as well as a write whose date was set back does.
    guard let digest = old.digest, old.isYoung || new.changed != old.changed else { return false }
    return Replica.digest(sight.path) != digest
  }
}
