import Foundation

@testable import IntrayCore

/// The folder that the user and the user's programs see, and the daemon's own folders on the same volume.
final class Replica {
  /// Where an item waits that is on its way from one name to another which something else has yet to leave.
  static let limbo = -1

  let files: String
  /// The trash, which the user sees beside the other folders.
  let trash: String
  private let limboPath: String
  private let staging: String
  /// The items that were moved out of the folder, until they are checked again.
  private let displaced: String
  private let disk = Disk.system
  private let unkindness: Set<Unkindness>

  /// - Parameters:
  ///   - files: the folder, absolute.
  ///   - home: a folder of the daemon's own.
  init(files: String, home: String, unkindness: Set<Unkindness> = .all) throws {
    self.files = files
    self.unkindness = unkindness
    trash = home + "/Trash"
    limboPath = home + "/Limbo"
    staging = home + "/Staging"
    displaced = home + "/Displaced"
    for path in [files, trash, limboPath, staging, displaced] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    // What a killed daemon was about to put into the folder, and will fetch again.
    for name in try FileManager.default.contentsOfDirectory(atPath: staging) {
      try FileManager.default.removeItem(atPath: staging + "/" + name)
    }
    try lookAgain()
  }

  /// Something that was seen.
  struct Node {
    /// The place of its folder in the list; nil is the top of a room.
    var parent: Int?
    /// The room that it is in: ``Record/root``, ``Record/trash`` or ``limbo``.
    var room: Int
    var path: String
    var local: Row.Local
  }

  // MARK: Looking

  /// What one look has met.
  struct ScanResult {
    /// Everything, folders before what is in them.
    var nodes: [Node] = []
    /// Whether the listing shows the folder at one moment. Only then are missing items deleted, because a program
    /// that renames an item during the scan may hide it from every listing.
    var isWhole = true
    /// Each folder that was listed, and its change time before that.
    fileprivate var listed: [(path: String, file: String, changed: FileTime)] = []
  }

  /// Looks at everything.
  func look() throws -> ScanResult {
    var sightings = ScanResult()
    for (room, path) in [(Record.root, files), (Record.trash, trash), (Self.limbo, limboPath)] {
      try visit(Folder.open(path, disk: disk), path, nil, room, &sightings)
    }
    for (path, file, changed) in sightings.listed where sightings.isWhole {
      // Every folder is what it was when it was listed: the moment is that between the last listing and this.
      let now = try unlessGone { try self.state(Folder.open(path, disk: self.disk)) }
      if now?.file != file || now?.changed != changed { sightings.isWhole = false }
    }
    return sightings
  }

  private func state(_ folder: Folder) throws(DiskError) -> (file: String, changed: FileTime) {
    (try Self.identify(folder), try folder.status().changed)
  }

  private static func identify(_ folder: Folder) throws(DiskError) -> String {
    try folder["."].status().file.description
  }

  /// Kernels count a folder's times in ticks of up to ten milliseconds: what is done within one tick cannot be told apart.
  static let tick = 0.01

  private func visit(
    _ folder: Folder, _ path: String, _ parent: Int?, _ room: Int, _ sightings: inout ScanResult
  ) throws {
    let (file, changed) = try state(folder)
    sightings.listed.append((path, file, changed))
    if Date().timeIntervalSince(changed.date) <= Self.tick { sightings.isWhole = false }
    let entries = try folder.entries().sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    for (name, kind) in entries where kind != .special {
      // APFS has no names that are not UTF-8.
      guard let text = name.text else { continue }
      let place = path + "/" + text
      // An entry that is removed during the listing is left out.
      guard let local = try unlessGone({ try self.status(name, in: folder, at: place) }) else { continue }
      sightings.nodes.append(Node(parent: parent, room: room, path: place, local: local))
      guard kind == .folder, let below = try unlessGone({ try folder.folder(name) }) else { continue }
      guard try Self.identify(below) == local.file else {
        // Another folder has taken its name meanwhile. What is in that one is not in this one.
        sightings.isWhole = false
        continue
      }
      try visit(below, place, sightings.nodes.count - 1, room, &sightings)
    }
  }

  private func unlessGone<Value>(_ body: () throws -> Value?) throws -> Value? {
    do {
      return try body()
    } catch let error as DiskError where error.isGone {
      return nil
    }
  }

  private func status(_ name: FileName, in folder: Folder, at path: String) throws(DiskError) -> Row.Local? {
    let status = try folder[name].status()
    guard let kind = ItemSnapshot.Kind(status.kind) else { return nil }
    return Row.Local(
      parent: 0, name: name.description, file: status.file.description, kind: kind,
      size: status.size, modified: status.modified, changed: status.changed,
      isExecutable: status.mode & 0o100 != 0,
      isDataless: kind == .link && Self.evictedIdentifier(at: path) != nil)
  }

  /// Small enough to be read whenever it is looked at closely.
  private static let smallSize = 1 << 16

  /// The state of a path, with a digest where times alone might miss a write; nil when it does not exist.
  func stamp(_ path: String) throws -> Row.Local? {
    try unlessGone {
      let (folder, name) = try Folder.openParent(of: path, disk: disk)
      guard var local = try status(name, in: folder, at: path) else { return nil }
      if local.kind == .file {
        local.isYoung = isYoung(local)
        if local.isYoung || local.size <= Self.smallSize { local.digest = Self.digest(path) }
      }
      return local
    }
  }

  /// Kernels count a file's times in ticks of up to ten milliseconds: what was written so shortly ago can be
  /// written again without another time.
  private func isYoung(_ local: Row.Local) -> Bool {
    Date().timeIntervalSince(local.changed.date) < 0.05
  }

  /// FNV-1a over the contents; nil when they cannot be read.
  static func digest(_ path: String) -> UInt64? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var sum: UInt64 = 14_695_981_039_346_656_037
    while let bytes = try? file.read(upToCount: 1 << 20), !bytes.isEmpty {
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
    }
    return sum
  }

  // MARK: What belongs to a file

  /// How the replica shows what has no place of its own in a file system.
  private enum Attribute {
    static let tags = "files.tags"
    static let favourite = "files.favourite"
    static let lastUsed = "com.apple.lastuseddate#PS"
    static let own: Set<String> = [tags, favourite, lastUsed]
    /// Private attributes of the provider on a clone.
    static let foreign = "app.intray."
  }

  /// Reads tags, favourite, last use and attributes into an item's facts.
  func readAttributes(into facts: inout ItemSnapshot, from path: String, of file: String) throws {
    facts.attributes = [:]
    (facts.tags, facts.favourite, facts.lastUsed) = (nil, nil, nil)
    guard facts.kind != .link else { return }
    for (name, value) in try with(path, of: file, attributes) {
      switch name {
      case Attribute.tags: facts.tags = value
      case Attribute.favourite: facts.favourite = Int64(String(decoding: value, as: UTF8.self))
      case Attribute.lastUsed: facts.lastUsed = ItemAttribute.decodeTime(Array(value))?.date
      default: if !name.hasPrefix(Attribute.foreign) { facts.attributes[name] = value }
      }
    }
    facts.attributes = Syncable.capped(facts.attributes, all: !unkindness.contains(.dropsAttributes))
  }

  /// Gives a file everything that its item has beside contents, name and folder.
  ///
  /// - Parameter file: which one; nil where no program reaches it.
  func setAttributes(_ path: String, as facts: ItemSnapshot, of file: String? = nil) throws {
    guard facts.kind != .link else { return }
    var wanted = facts.attributes
    wanted[Attribute.tags] = facts.tags
    wanted[Attribute.favourite] = facts.favourite.map { Data(String($0).utf8) }
    wanted[Attribute.lastUsed] = facts.lastUsed.map { Data(ItemAttribute.encode(FileTime($0))) }
    try with(path, of: file) { file throws(DiskError) in
      let present = try attributes(file)
      // What is not synced is this device's own.
      for name in present.keys
      where wanted[name] == nil && (Attribute.own.contains(name) || isSynced(name)) {
        try file.setAttribute(name, nil)
      }
      for (name, value) in wanted where present[name] != value {
        try file.setAttribute(name, Array(value))
      }
      guard facts.kind == .file else { return }
      let mode = try file.status().mode
      let executable = facts.isExecutable ? mode | 0o100 : mode & ~0o111
      if executable != mode { try file.setMode(executable) }
      if let modified = facts.modified { try file.setModified(FileTime(modified)) }
    }
  }

  private func isSynced(_ name: String) -> Bool {
    Syncable.allows(name)
      || !unkindness.contains(.dropsAttributes) && !name.hasPrefix(Attribute.foreign)
  }

  /// Takes all attributes off a file.
  func strip(_ path: String) throws {
    try with(path, of: nil) { file throws(DiskError) in
      for name in try file.attributes() { try file.setAttribute(name, nil) }
    }
  }

  private func attributes(_ file: OpenFile) throws(DiskError) -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try file.attributes() {
      if let value = try file.attribute(name) { found[name] = Data(value) }
    }
    return found
  }

  /// Opens a file or folder; as if it were gone when it is another than was expected.
  private func with<Result>(
    _ path: String, of file: String?, _ body: (OpenFile) throws(DiskError) -> Result
  ) throws -> Result {
    let (folder, name) = try Folder.openParent(of: path, disk: disk)
    let opened = try folder[name].open(folder[name].status().kind)
    if let file, try opened.status().file.description != file { throw DiskError(.notFound, at: path) }
    return try body(opened)
  }

  // MARK: Changing

  func path(inLimbo name: String) -> String { limboPath + "/" + name }

  /// A path for something that is not yet where it belongs.
  func makeStaging() -> String { staging + "/" + UUID().uuidString }

  /// - Parameters:
  ///   - file: which file or folder is meant; nil where no program reaches it.
  ///   - room: into which folder it is to go; nil for one that no program renames.
  /// - Returns: whether it was renamed; not when the name is taken, or what was to be renamed is gone, or is something else.
  func rename(_ from: String, to path: String, of file: String? = nil, into room: String? = nil) throws
    -> Bool
  {
    do throws(DiskError) {
      let (source, name) = try Folder.openParent(of: from, disk: disk)
      let (target, newName) = try Folder.openParent(of: path, disk: disk)
      if let room, try Self.identify(target) != room { return false }
      if let file, try source[name].status().file.description != file { return false }
      if try isTakenInOtherForm(path, except: try source[name].status().file.description) { return false }
      try source[name].rename(to: target[newName])
      guard let file, try target[newName].status().file.description != file else { return true }
      // A program has put another in its place at the last moment.
      try target[newName].rename(to: source[name])
      return false
    } catch {
      // A folder cannot move into itself either. First move the item that has its name.
      guard error.code == .exists || error.isGone || error.number == EINVAL else { throw error }
      return false
    }
  }

  /// Replaces a file by a staged one. If another program has changed the file since the look, keeps it.
  ///
  /// - Returns: whether it is in place; false when the existing file had changed and was moved beside it.
  func replace(_ path: String, by staged: String, expecting old: Row.Local) throws -> Bool {
    let (folder, name) = try Folder.openParent(of: staged, disk: disk)
    let note = Note(path: path, old: old, incoming: try folder[name].status().file.description)
    let out = try write(note)
    guard try rename(staged, to: out) else { return false }
    do throws(DiskError) {
      let (folder, name) = try Folder.openParent(of: path, disk: disk)
      let (source, outName) = try Folder.openParent(of: out, disk: disk)
      try source[outName].exchange(with: folder[name])
    } catch {
      guard error.isGone else { throw error }
      try FileManager.default.removeItem(atPath: out)
      try FileManager.default.removeItem(atPath: out + Note.suffix)
      return false
    }
    return try dispose(out, note)
  }

  /// Removes something if it is still what it was.
  ///
  /// - Returns: whether it is gone; false when it had changed, and was put back.
  func remove(_ path: String, expecting old: Row.Local) throws -> Bool {
    if old.kind == .folder {
      // Another folder of that name is a program's.
      if let now = try stamp(path), now.file != old.file { return false }
      return rmdir(path) == 0 || errno == ENOENT
    }
    let note = Note(path: path, old: old, incoming: nil)
    let out = try write(note)
    guard try rename(path, to: out) else {
      try FileManager.default.removeItem(atPath: out + Note.suffix)
      return !exists(path)
    }
    return try dispose(out, note)
  }

  // MARK: What was taken out

  /// What a file in ``displaced`` was taken to be, written before it is taken out, so that the next daemon goes on where
  /// this one was killed.
  private struct Note: Codable {
    static let suffix = ".json"

    /// Where it was.
    var path: String
    /// Its state when it was listed.
    var old: Row.Local
    /// Which file takes its place.
    var incoming: String?
  }

  /// - Returns: the path under which the file is to be taken out.
  private func write(_ note: Note) throws -> String {
    let (out, staged) = (displaced + "/" + UUID().uuidString, makeStaging())
    try JSONEncoder().encode(note).write(to: URL(fileURLWithPath: staged))
    _ = try rename(staged, to: out + Note.suffix)
    return out
  }

  /// Looks at everything that was taken out and that a program still had open, or that a killed daemon left.
  func lookAgain() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: displaced)
    where name.hasSuffix(Note.suffix) {
      let out = displaced + "/" + name.dropLast(Note.suffix.count)
      let data = try Data(contentsOf: URL(fileURLWithPath: out + Note.suffix))
      _ = try dispose(out, JSONDecoder().decode(Note.self, from: data))
    }
  }

  /// Removes an item that was moved out, if it is unchanged. An item that a program has changed is put back, under
  /// its name or beside it. An item that a program still has open for writing is kept for ``lookAgain()``, because it
  /// may change until it is closed.
  ///
  /// - Returns: false when it was put back.
  private func dispose(_ out: String, _ note: Note) throws -> Bool {
    guard let now = try stamp(out) else {
      try FileManager.default.removeItem(atPath: out + Note.suffix)
      return true
    }
    if now.kind == .file, isOpenForWriting(out) { return true }
    // Before the exchange it is the file that was to come in, and will be fetched again.
    let isIncoming = now.file == note.incoming
    // Looked at anew: a program may have written and closed it since.
    guard let now = try stamp(out) else { return true }
    let isSame =
      now.file == note.old.file && now.size == note.old.size && now.modified == note.old.modified
      && (note.old.digest == nil || Self.digest(out) == note.old.digest)
    if isIncoming || isSame {
      try FileManager.default.removeItem(atPath: out)
      try FileManager.default.removeItem(atPath: out + Note.suffix)
      return true
    }
    // Of a program that wrote it at the last moment.
    var number = 1
    var target = note.path
    while try !rename(out, to: target) {
      // The folder may be gone: then it belongs to the top.
      guard exists((target as NSString).deletingLastPathComponent) else {
        target = files + "/" + (note.path as NSString).lastPathComponent
        continue
      }
      number += 1
      target =
        (target as NSString).deletingLastPathComponent + "/"
        + (note.path as NSString).lastPathComponent + " \(number)"
    }
    try FileManager.default.removeItem(atPath: out + Note.suffix)
    return false
  }

  /// Whether a program has a file open for writing: then no read lease can be had, says fcntl(2).
  private func isOpenForWriting(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    // F_SETLEASE of <linux/fcntl.h>, which Swift does not import. Closing the file gives the lease up.
    return fcntl(file, 1024, Int32(F_RDLCK)) != 0 && errno == EAGAIN
  }

  func exists(_ path: String) -> Bool {
    var status = Glibc.stat()
    return lstat(path, &status) == 0
  }

  /// Whether nothing new can have a name.
  func isTaken(_ path: String) throws -> Bool {
    try exists(path) || isTakenInOtherForm(path, except: nil)
  }

  /// Whether something has a name in another Unicode form, which on the volume of a phone is the same name.
  ///
  /// - Parameter file: the one whose name it may be.
  private func isTakenInOtherForm(_ path: String, except file: String?) throws(DiskError) -> Bool {
    let parts = path.split(separator: "/")
    guard let last = parts.last.map(String.init), last.utf8.contains(where: { $0 > 127 }) else {
      return false
    }
    let folder: Folder
    do throws(DiskError) {
      folder = try Folder.openParent(of: path, disk: disk).0
    } catch {
      guard error.isGone else { throw error }
      return false
    }
    for (name, _) in try folder.entries() {
      guard let text = name.text, text == last, !text.utf8.elementsEqual(last.utf8) else { continue }
      if try folder[name].status().file.description != file { return true }
    }
    return false
  }

  // MARK: Placeholders

  private static let evicted = "/not/on/this/device/"

  /// A file whose contents are not here: a link that leads nowhere, so that no program reads missing contents.
  func makePlaceholder(for identifier: String) throws -> String {
    let staged = makeStaging()
    try FileManager.default.createSymbolicLink(
      atPath: staged, withDestinationPath: Self.evicted + identifier)
    return staged
  }

  /// A link that is to take the place of another.
  func makeLink(to target: String) throws -> String {
    let staged = makeStaging()
    try FileManager.default.createSymbolicLink(atPath: staged, withDestinationPath: target)
    return staged
  }

  /// The item that a placeholder stands for; nil for everything else.
  static func evictedIdentifier(at path: String) -> String? {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
      target.hasPrefix(evicted)
    else { return nil }
    return String(target.dropFirst(evicted.count))
  }
}

extension ItemSnapshot.Kind {
  init?(_ kind: FileKind) {
    switch kind {
    case .file: self = .file
    case .folder: self = .folder
    case .link: self = .link
    case .special: return nil
    }
  }
}
