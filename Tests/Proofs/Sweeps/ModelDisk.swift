import Foundation
import IntrayCore
import TestSupport

/// A file system in memory that models what a power cut may take back.
///
/// Operations change names, each whole or not at all. A power cut keeps or drops each operation that was not
/// synced, for itself, except that no operation can use a name whose creation was dropped. A file whose removal is kept
/// is gone under every name. Bytes that were not synced are there, half there, or not.
///
/// One thread at a time uses it: see ``Schedule``.
final class ModelDisk: @unchecked Sendable {
  // Unchecked because the schedule lets one thread run at a time.
  typealias Number = Int

  private struct Node {
    var kind: FileKind
    var bytes: [UInt8] = []
    var synced: [UInt8] = []
    var attributes: [String: [UInt8]] = [:]
    var syncedAttributes: [String: [UInt8]] = [:]
    var names: [(name: FileName, node: Number)] = []
    var parent: Number = 0
    var mode: UInt16 = 0o600
    var modified: Int64 = 0
    var changed: Int64 = 0

    func find(_ name: FileName) -> Number? { names.first { $0.name == name }?.node }

    mutating func becomeSynced() {
      synced = bytes
      syncedAttributes = attributes
    }

    mutating func set(_ name: FileName, _ node: Number?) {
      names.removeAll { $0.name == name }
      if let node { names.append((name, node)) }
    }
  }

  private struct Location: Hashable {
    var folder: Number
    var name: FileName
  }

  private enum Change {
    case add(Location, Number)
    case remove(Location, Number)
    case rename(Location, Location, Number)
    case exchange(Location, Location)

    var spots: [Location] {
      switch self {
      case .add(let spot, _), .remove(let spot, _): [spot]
      case .rename(let one, let other, _), .exchange(let one, let other): [one, other]
      }
    }
  }

  private struct Entry {
    var change: Change
    var isDurable = false
  }

  private var nodes: [Number: Node] = [:]
  private var log: [Entry] = []
  private var descriptors: [Descriptor: Number] = [:]
  private var nextNode = root
  private var nextDescriptor: Descriptor = 3
  private var clock: Int64 = 1
  /// Where it is: the App Group container.
  static let path = "/AppGroup"
  private static let root = 1

  /// An empty one.
  init() { nodes[Self.root] = Node(kind: .folder) }

  /// Everything so far is on the medium.
  func syncAll() {
    for number in nodes.keys { nodes[number]?.becomeSynced() }
    base = nodes
    log = []
  }

  private var base: [Number: Node] = [:]

  /// Simulates a power cut and a restart.
  ///
  /// - Parameter choose: which of so many things happened to the next of what was not synced, counted from 0.
  func cut(_ choose: (Int) -> Int) {
    var after = base
    // In one order each time, so that the same choices give the same disk.
    for (number, node) in nodes.sorted(by: { $0.key < $1.key }) {
      var node = node
      node.names = base[number]?.names ?? []
      if node.bytes != node.synced {
        node.bytes =
          switch choose(3) {
          case 0: node.synced
          case 1: Array(node.bytes.prefix(node.bytes.count / 2))
          default: node.bytes
          }
      }
      if node.attributes != node.syncedAttributes, choose(2) == 0 { node.attributes = node.syncedAttributes }
      after[number] = node
    }
    nodes = after
    for entry in log where entry.isDurable || choose(2) == 0 { replay(entry.change) }
    descriptors = [:]
    syncAll()
  }

  private func replay(_ change: Change) {
    switch change {
    case .add(let spot, let node):
      if at(spot) == nil { put(spot, node) }
    case .remove(let spot, let node):
      if at(spot) == node {
        put(spot, nil)
      } else if nodes[node]?.kind == .file {
        // Its blocks are free, though the rename to the name that was removed was dropped.
        for folder in nodes.keys { nodes[folder]?.names.removeAll { $0.node == node } }
      }
    case .rename(let one, let other, let node):
      if at(one) == node, at(other) == nil {
        put(one, nil)
        put(other, node)
      }
    case .exchange(let one, let other):
      if let first = at(one), let second = at(other) {
        put(one, second)
        put(other, first)
      }
    }
  }

  private func at(_ spot: Location) -> Number? { nodes[spot.folder]?.find(spot.name) }

  private func put(_ spot: Location, _ node: Number?) {
    nodes[spot.folder]?.set(spot.name, node)
    if let node { nodes[node]?.parent = spot.folder }
  }

  private func make(_ change: Change) {
    clock += 1
    for spot in change.spots {
      nodes[spot.folder]?.modified = clock
      if let node = at(spot) { nodes[node]?.changed = clock }
    }
    replay(change)
    log.append(Entry(change: change))
  }

  private func sync(_ number: Number) {
    nodes[number]?.becomeSynced()
    // What is on the medium took its names from somewhere, so that is there too.
    var wanted: Set<Location> = []
    for index in log.indices.reversed() {
      let spots = log[index].change.spots
      guard spots.contains(where: { $0.folder == number || wanted.contains($0) }) else { continue }
      log[index].isDurable = true
      wanted.formUnion(spots)
    }
  }

  /// What is at a path.
  func tree(_ path: FileName...) -> Tree {
    tree(path.reduce(Self.root) { nodes[$0]?.find($1) ?? 0 })
  }

  private func tree(_ number: Number) -> Tree {
    guard let node = nodes[number] else { return .folder() }
    guard node.kind == .folder else { return .file(node.bytes) }
    return .folder(Dictionary(uniqueKeysWithValues: node.names.map { ($0.name, tree($0.node)) }))
  }

  // MARK: The functions of a disk

  private func node(_ descriptor: Descriptor) throws(DiskError) -> Number {
    guard let number = descriptors[descriptor] else { throw .of(.failed, number: EBADF) }
    return number
  }

  private func find(_ folder: Descriptor, _ name: FileName?) throws(DiskError) -> Number {
    let number = try node(folder)
    guard let name else { return number }
    if name == ".." { return nodes[number]?.parent ?? 0 }
    guard let found = nodes[number]?.find(name) else { throw .of(.notFound, number: ENOENT) }
    return found
  }

  private func open(_ number: Number) -> Descriptor {
    nextDescriptor += 1
    descriptors[nextDescriptor] = number
    return nextDescriptor
  }

  private func create(_ folder: Descriptor, _ name: FileName, _ kind: FileKind) throws(DiskError) -> Number {
    let parent = try node(folder)
    // A folder that was removed while it was open takes nothing any more.
    guard isLinked(parent) else { throw .of(.notFound, number: ENOENT) }
    guard nodes[parent]?.find(name) == nil else { throw .of(.exists, number: EEXIST) }
    nextNode += 1
    clock += 1
    nodes[nextNode] = Node(kind: kind, mode: kind == .folder ? 0o700 : 0o600, modified: clock, changed: clock)
    make(.add(Location(folder: parent, name: name), nextNode))
    return nextNode
  }

  private func isLinked(_ number: Number) -> Bool {
    number == Self.root
      || nodes[nodes[number]?.parent ?? 0]?.names.contains { $0.node == number } ?? false
  }

  /// The status of a file of a real file system, which the model adapts.
  private static let template = Result { () throws(DiskError) in
    let root = try Disk.system.openRoot("/")
    defer { try? Disk.system.close(root) }
    return try Disk.system.status(root, nil)
  }

  private func status(_ number: Number) throws(DiskError) -> FileStatus {
    guard let node = nodes[number] else { throw .of(.notFound, number: ENOENT) }
    var status = try Self.template.get()
    status.kind = node.kind
    status.size = Int64(node.bytes.count)
    status.modified = FileTime(seconds: node.modified)
    status.changed = FileTime(seconds: node.changed)
    status.mode = node.mode
    status.file = FileID(UInt64(number))
    return status
  }

  private func remove(_ folder: Descriptor, _ name: FileName, _ kind: FileKind) throws(DiskError) {
    let number = try find(folder, name)
    let isFolder = nodes[number]?.kind == .folder
    guard isFolder == (kind == .folder) else { throw .of(isFolder ? .denied : .notAFolder, number: ENOTDIR) }
    guard nodes[number]?.names.isEmpty ?? true else { throw .of(.notEmpty, number: ENOTEMPTY) }
    make(.remove(Location(folder: try node(folder), name: name), number))
  }

  private func rename(
    _ from: Descriptor, _ name: FileName, _ to: Descriptor, _ newName: FileName
  ) throws(DiskError) {
    let number = try find(from, name)
    let target = try node(to)
    guard isLinked(target) else { throw .of(.notFound, number: ENOENT, call: "renameat2") }
    guard nodes[target]?.find(newName) == nil else { throw .of(.exists, number: EEXIST, call: "renameat2") }
    make(
      .rename(Location(folder: try node(from), name: name), Location(folder: target, name: newName), number))
  }

  /// The disk as the product sees it.
  var disk: Disk {
    var disk = Disk.system
    disk.openRoot = { [self] path throws(DiskError) in
      guard path == Self.path else { throw .of(.notFound, number: ENOENT) }
      return open(Self.root)
    }
    disk.openFolder = { [self] folder, name throws(DiskError) in
      let number = try find(folder, name)
      guard nodes[number]?.kind == .folder else { throw .of(.notAFolder, number: ENOTDIR) }
      return open(number)
    }
    disk.openFile = { [self] folder, name throws(DiskError) in open(try find(folder, name)) }
    disk.createFile = { [self] folder, name throws(DiskError) in open(try create(folder, name, .file)) }
    disk.close = { [self] descriptor throws(DiskError) in descriptors[descriptor] = nil }
    disk.read = { [self] descriptor, buffer, offset throws(DiskError) in
      let bytes = nodes[try node(descriptor)]?.bytes.dropFirst(Int(offset)).prefix(buffer.count) ?? []
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
    disk.write = { [self] descriptor, buffer, offset throws(DiskError) in
      let number = try node(descriptor)
      clock += 1
      let kept = nodes[number]?.bytes.prefix(Int(offset)) ?? []
      nodes[number]?.bytes = Array(kept) + Array(buffer)
      nodes[number]?.modified = clock
      nodes[number]?.changed = clock
      return buffer.count
    }
    disk.clone = { _, _, _ throws(DiskError) in nil }
    disk.dataRange = { [self] descriptor, offset throws(DiskError) in
      let size = Int64(nodes[try node(descriptor)]?.bytes.count ?? 0)
      return offset < size ? offset..<size : nil
    }
    disk.truncate = { _, _ throws(DiskError) in }
    disk.status = { [self] folder, name throws(DiskError) in try status(find(folder, name)) }
    // Only what is written is compared with a path, and the model has no links.
    disk.path = { _ throws(DiskError) in throw .of(.unsupported, number: ENOTSUP) }
    disk.list = { [self] folder, each throws(DiskError) in
      for (name, number) in nodes[try node(folder)]?.names ?? [] {
        if !each(name, nodes[number]?.kind) { return }
      }
    }
    disk.renameExclusive = { [self] from, name, to, newName throws(DiskError) in
      try rename(from, name, to, newName)
    }
    disk.exchange = { [self] from, name, to, other throws(DiskError) in
      _ = try (find(from, name), find(to, other))
      make(
        .exchange(Location(folder: try node(from), name: name), Location(folder: try node(to), name: other)))
    }
    disk.makeFolder = { [self] folder, name throws(DiskError) in _ = try create(folder, name, .folder) }
    disk.removeFile = { [self] folder, name throws(DiskError) in try remove(folder, name, .file) }
    disk.removeFolder = { [self] folder, name throws(DiskError) in try remove(folder, name, .folder) }
    disk.setMode = { [self] folder, name, mode throws(DiskError) in nodes[try find(folder, name)]?.mode = mode
    }
    disk.setModeOfOpen = { [self] descriptor, mode throws(DiskError) in
      nodes[try node(descriptor)]?.mode = mode
    }
    disk.unlock = { _ throws(DiskError) in }
    disk.setModified = { [self] descriptor, time throws(DiskError) in
      clock += 1
      nodes[try node(descriptor)]?.modified = time?.seconds ?? clock
    }
    disk.setCreated = { _, _ throws(DiskError) in }
    disk.protect = { _ throws(DiskError) in }
    disk.excludeFromBackup = { _ throws(DiskError) in }
    disk.attributes = { [self] descriptor throws(DiskError) in
      nodes[try node(descriptor)]?.attributes.keys.sorted() ?? []
    }
    disk.attribute = { [self] descriptor, name throws(DiskError) in
      nodes[try node(descriptor)]?.attributes[name]
    }
    disk.attributeSize = { [self] descriptor, name throws(DiskError) in
      nodes[try node(descriptor)]?.attributes[name]?.count
    }
    disk.setAttribute = { [self] descriptor, name, value throws(DiskError) in
      nodes[try node(descriptor)]?.attributes[name] = value
    }
    disk.removeAttribute = { [self] descriptor, name throws(DiskError) in
      nodes[try node(descriptor)]?.attributes[name] = nil
    }
    disk.sync = { [self] descriptor throws(DiskError) in sync(try node(descriptor)) }
    disk.flush = { [self] descriptor throws(DiskError) in sync(try node(descriptor)) }
    return disk
  }
}
