import Foundation
import IntrayCore

/// A small tree of files, as a test declares it or finds it.
public struct Tree: Hashable, Sendable {
  /// What it is.
  public var kind: FileKind
  /// A file's bytes, or a link's target.
  public var bytes: [UInt8] = []
  /// What is in a folder.
  public var entries: [FileName: Tree] = [:]
  /// Permission bits; nil where a test does not care.
  public var mode: UInt16?
  /// Extended attributes.
  public var attributes: [String: [UInt8]] = [:]

  /// A file of bytes.
  public static func file(_ bytes: some Sequence<UInt8>) -> Tree {
    Tree(kind: .file, bytes: Array(bytes))
  }

  /// A file of text.
  public static func file(_ text: String) -> Tree { file(text.utf8) }

  /// A folder.
  public static func folder(_ entries: [FileName: Tree] = [:]) -> Tree {
    Tree(kind: .folder, entries: entries)
  }

  /// A symbolic link.
  public static func link(_ target: String) -> Tree { Tree(kind: .link, bytes: Array(target.utf8)) }

  /// A FIFO.
  public static let fifo = Tree(kind: .special)

  /// The same with permission bits.
  public func mode(_ mode: UInt16) -> Tree {
    var tree = self
    tree.mode = mode
    return tree
  }

  /// The same with an extended attribute.
  public func attribute(_ name: String, _ value: [UInt8]) -> Tree {
    var tree = self
    tree.attributes[name] = value
    return tree
  }

  /// The same without permission bits, here and below.
  public var withoutModes: Tree {
    var tree = self
    tree.mode = nil
    tree.entries = entries.mapValues(\.withoutModes)
    return tree
  }

  /// The same without the empty folder that `Displaced` keeps for a full volume.
  public var withoutSpare: Tree {
    var tree = self
    if entries["spare"]?.entries.isEmpty == true { tree.entries["spare"] = nil }
    return tree
  }

  /// The bytes of every file below, in a stable order: what must be neither lost nor doubled.
  public var contents: [[UInt8]] {
    let own = kind == .file ? [bytes] : []
    return (own + entries.values.flatMap(\.contents)).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The names in it.
  public var names: Set<FileName> { Set(entries.keys) }

  /// Makes it under a name that must be free.
  public func make(_ name: FileName, in folder: Descriptor) throws {
    let disk = Disk.system
    switch kind {
    case .file:
      let file = try disk.createFile(folder, name)
      defer { try? disk.close(file) }
      try FileHandle(fileDescriptor: file).write(contentsOf: bytes)
      try finish(file)
    case .folder:
      try disk.makeFolder(folder, name)
      let own = try disk.openFolder(folder, name)
      defer { try? disk.close(own) }
      for (name, tree) in entries { try tree.make(name, in: own) }
      try finish(own)
    case .link: try disk.makeLink(FileName(bytes: bytes), folder, name)
    case .special:
      guard mkfifoat(folder, name.description, 0o600) == 0 else {
        throw Violation("mkfifoat of \(name): errno \(errno)")
      }
    }
  }

  private func finish(_ opened: Descriptor) throws {
    for (name, value) in attributes { try Disk.system.setAttribute(opened, name, value) }
    if let mode { try Disk.system.setModeOfOpen(opened, mode) }
  }

  /// Reads what is there under a name, permission bits included.
  public init(_ name: FileName, in folder: Descriptor) throws {
    let disk = Disk.system
    let status = try disk.status(folder, name)
    self.init(kind: status.kind)
    switch status.kind {
    case .link: bytes = Array(try disk.readLink(folder, name).bytes)
    case .special: break
    case .file:
      mode = status.mode
      let file = try disk.openFile(folder, name)
      defer { try? disk.close(file) }
      bytes = try FileHandle(fileDescriptor: file).readToEnd().map { Array($0) } ?? []
      attributes = try Self.attributes(of: file)
    case .folder:
      mode = status.mode
      let own = try disk.openFolder(folder, name)
      defer { try? disk.close(own) }
      attributes = try Self.attributes(of: own)
      var found: [FileName] = []
      try disk.list(own) { name, _ in
        found.append(name)
        return true
      }
      for name in found { entries[name] = try Tree(name, in: own) }
    }
  }

  private init(kind: FileKind, bytes: [UInt8] = [], entries: [FileName: Tree] = [:]) {
    self.kind = kind
    self.bytes = bytes
    self.entries = entries
  }

  private static func attributes(of opened: Descriptor) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    // When it came and was used, and its identity, are different each time. That a folder is not in backups belongs to no
    // document.
    let others = [
      "app.intray.arrival", "app.intray.conflict", "com.apple.lastuseddate#PS", "app.intray.item",
      "com.apple.metadata:com_apple_backup_excludeItem",
    ]
    for name in try Disk.system.attributes(opened) where !others.contains(name) {
      found[name] = try Disk.system.attribute(opened, name)
    }
    return found
  }
}

extension Tree {
  /// What is at an absolute path.
  public init(at path: String) throws {
    let path = path as NSString
    let parent = try Disk.system.openRoot(path.deletingLastPathComponent)
    defer { try? Disk.system.close(parent) }
    try self.init(FileName(path.lastPathComponent), in: parent)
  }

  /// Every file below with its path.
  public var files: [(path: String, bytes: [UInt8])] {
    entries.flatMap { name, tree in
      tree.kind == .file
        ? [(name.description, tree.bytes)]
        : tree.files.map { (name.description + "/" + $0.path, $0.bytes) }
    }
  }

  /// The bytes of the file at a path below.
  public subscript(path: String) -> [UInt8]? {
    var tree = self
    for name in path.split(separator: "/") {
      guard let next = tree.entries[FileName(String(name))] else { return nil }
      tree = next
    }
    return tree.kind == .file ? tree.bytes : nil
  }

  /// Names and contents only.
  public var withoutAttributes: Tree {
    var tree = self
    tree.attributes = [:]
    tree.entries = entries.mapValues(\.withoutAttributes)
    return tree
  }
}

extension Tree: CustomStringConvertible {
  /// The tree on one line.
  public var description: String {
    switch kind {
    case .file: bytes.count > 40 ? "\(bytes.count) bytes" : "“\(String(decoding: bytes, as: UTF8.self))”"
    case .link: "→ \(String(decoding: bytes, as: UTF8.self))"
    case .special: "special"
    case .folder:
      "{" + entries.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ") + "}"
    }
  }
}

/// A text is a file, and a dictionary a folder: `["a.txt": "text", "Work": ["b.txt": "more"]]`.
extension Tree: ExpressibleByStringInterpolation, ExpressibleByDictionaryLiteral {
  /// A file of text.
  public init(stringLiteral text: String) { self = .file(text) }

  /// A folder.
  public init(dictionaryLiteral entries: (FileName, Tree)...) {
    self = .folder(Dictionary(uniqueKeysWithValues: entries))
  }
}

/// Something that must never be.
public struct Violation: Error, CustomStringConvertible {
  /// What.
  public let description: String

  /// A violation in words.
  public init(_ description: String) {
    self.description = description
  }
}

/// Makes folders in each other below a path, with a file in the lowest. One folder is open at a time, and no path is as long
/// as they are deep.
public func makeLevels(_ count: Int, below path: String) throws {
  let disk = Disk.system
  var folder = try disk.openRoot(path)
  // Nothing was written through it.
  defer { try? disk.close(folder) }
  for _ in 0..<count {
    try disk.makeFolder(folder, "level")
    let next = try disk.openFolder(folder, "level")
    try disk.close(folder)
    folder = next
  }
  try Tree.file("bottom").make("bottom.txt", in: folder)
}
