import Foundation
import Shared
import TestSupport

/// One small phone for one run of a sweep: the App Group, the app's sandbox, originals, and a bystander.
struct SweepContainer: Sendable {
  let path: String

  static let bystander = Tree.folder([
    "bystander.txt": .file("nobody touches me"), "a.txt": .file("nor me"),
  ])

  /// Makes one in a folder that is not there yet.
  init(at path: String) throws {
    self.path = path
    try Tree.folder([
      "AppGroup": .folder([
        "Documents": .folder(), "Inbox": .folder(), "Staging": .folder(), "Displaced": .folder(),
      ]),
      "App": .folder(["Documents": .folder(["Inbox": .folder()])]),
      "Originals": .folder(), "Editor": .folder(), "Outside": Self.bystander,
    ]).put(at: path)
  }

  /// One that is there already.
  init(existing path: String) {
    self.path = path
  }

  func container(on disk: Disk = .system) -> Container { Container(path: path + "/AppGroup", disk: disk) }

  func drain(on disk: Disk = .system) -> Drain {
    // As on a phone: the system alone writes in Documents/Inbox.
    let disk = disk.refusingWritesInInbox(of: path + "/App")
    return Drain(container(on: disk), sandbox: Sandbox(path: path + "/App", disk: disk))
  }

  func put(_ tree: Tree, at place: String) throws { try tree.put(at: path + "/" + place) }

  /// What is at a place; an empty folder when there is nothing.
  func tree(_ place: String) throws -> Tree {
    do {
      let tree = try Tree(at: path + "/" + place).withoutModes
      return place.hasSuffix("Displaced") ? tree.withoutSpare : tree
    } catch let error as DiskError where error.code == .notFound {
      return .folder()
    }
  }

  /// The next start of the app or the extension, two days later.
  func recover(on disk: Disk = .system) throws {
    try drain(on: disk).run { _ in }
    let later = FileTime(seconds: Int64(Date().timeIntervalSince1970) + 2 * 24 * 60 * 60)
    try Inbox(container(on: disk)).sweep(now: later)
  }

  func remove() throws {
    let parent = try Disk.system.openRoot(path + "/..")
    defer { try? Disk.system.close(parent) }
    try Self.remove(FileName((path as NSString).lastPathComponent), in: parent)
  }

  private static func remove(_ name: FileName, in folder: Descriptor) throws {
    let disk = Disk.system
    let status = try disk.status(folder, name)
    guard status.kind == .folder else { return try disk.removeFile(folder, name) }
    if status.mode & 0o700 != 0o700 { try disk.setMode(folder, name, 0o700) }
    let own = try disk.openFolder(folder, name)
    defer { try? disk.close(own) }
    var names: [FileName] = []
    try disk.list(own) { name, _ in
      names.append(name)
      return true
    }
    for name in names { try remove(name, in: own) }
    try disk.removeFolder(folder, name)
  }
}

extension Tree {
  func put(at path: String) throws {
    let path = path as NSString
    try put(FileName(path.lastPathComponent), at: path.deletingLastPathComponent)
  }

  init(at path: String) throws {
    let path = path as NSString
    let parent = try Disk.system.openRoot(path.deletingLastPathComponent)
    defer { try? Disk.system.close(parent) }
    try self.init(FileName(path.lastPathComponent), in: parent)
  }

  /// Every file below with its path.
  var files: [(path: String, bytes: [UInt8])] {
    entries.flatMap { name, tree in
      tree.kind == .file
        ? [(name.description, tree.bytes)]
        : tree.files.map { (name.description + "/" + $0.path, $0.bytes) }
    }
  }

  /// The bytes of the file at a path below.
  subscript(path: String) -> [UInt8]? {
    var tree = self
    for name in path.split(separator: "/") {
      guard let next = tree.entries[FileName(String(name))] else { return nil }
      tree = next
    }
    return tree.kind == .file ? tree.bytes : nil
  }
}
