import Foundation
import Shared

/// Something that happens to documents.
public enum Disturbance: CaseIterable {
  /// Something new.
  case create, createInFolder, makeFolder, makeFolderInFolder
  /// Other contents, in place.
  case append, editSameSize, truncate
  /// Other names.
  case rename, renameOver, move, moveToRoot, exchange
  /// What editors do.
  case safeSave, deleteAndRecreate, backupAndRename, copyOver
  /// Gone, or a symbolic link.
  case delete, symbolicLink
  /// Everything but the contents.
  case chmod, tag, setDate
  /// Into the trash and back; something else under a name.
  case trash, restore, replaceFolder, kindChange

  /// Does it to one path, perhaps with another; what cannot be done throws.
  public func happen(_ fixture: CatalogueFixture, one: String?, other: String?, name: String, number: Int)
    throws
  {
    let text = "\(number)"
    let folder = one.map { Self.folder(fixture, $0) } ?? ""
    switch self {
    case .create: try Self.create(fixture, name, text)
    case .createInFolder: try Self.create(fixture, folder + name, text)
    case .makeFolder: try Self.makeFolder(fixture, name)
    case .makeFolderInFolder: try Self.makeFolder(fixture, folder + name)
    default:
      guard let one else { return }
      try happen(fixture, one, other ?? one, folder: folder, name, text)
    }
  }

  private func happen(
    _ fixture: CatalogueFixture, _ one: String, _ other: String, folder: String, _ name: String,
    _ text: String
  ) throws {
    let beside = Self.parent(one) + name
    switch self {
    case .append: try Self.edit(fixture, one, O_WRONLY | O_APPEND, text)
    case .editSameSize: try Self.edit(fixture, one, O_WRONLY, String(text.suffix(1)))
    case .truncate: try Self.edit(fixture, one, O_WRONLY | O_TRUNC, text)
    case .rename: try Self.moveExclusively(fixture, one, beside)
    case .renameOver: try fixture.move(one, other)
    case .move: try Self.moveExclusively(fixture, one, Self.folder(fixture, other) + Self.name(one))
    case .moveToRoot: try Self.moveExclusively(fixture, one, Self.name(one))
    case .exchange: try fixture.exchange(one, other)
    case .safeSave:
      guard Self.isFile(fixture, one) else { return }
      try Self.create(fixture, one + ".tmp", text)
      try fixture.move(one + ".tmp", one)
    case .deleteAndRecreate:
      guard Self.isFile(fixture, one) else { return }
      try fixture.remove(one)
      try Self.create(fixture, one, text)
    case .backupAndRename:
      try Self.moveExclusively(fixture, one, one + "~")
      try Self.create(fixture, one, text)
      if text.hasSuffix("1") { try fixture.remove(one + "~") }
    case .copyOver: try Self.copy(fixture, one, beside)
    case .delete: try fixture.remove(one)
    case .symbolicLink:
      try FileManager.default.createSymbolicLink(atPath: fixture.place(beside), withDestinationPath: one)
    case .chmod: try fixture.setMode(one, text.hasSuffix("1") ? 0o700 : 0o750)
    case .tag: try fixture.setAttribute(one, "com.apple.metadata:_kMDItemUserTags", Array(text.utf8))
    case .setDate: try fixture.setModified(one, FileTime(seconds: Int64(text) ?? 0, nanoseconds: 5))
    case .trash: try Self.moveExclusively(fixture, one, "../Trash/" + name)
    case .restore: try Self.moveExclusively(fixture, one, Self.folder(fixture, other) + name)
    case .replaceFolder:
      try fixture.makeFolder("new.pack")
      try Self.create(fixture, "new.pack/" + name, text)
      try fixture.exchange("new.pack", one)
      try fixture.remove("new.pack")
    case .kindChange:
      let wasFile = Self.isFile(fixture, one)
      try fixture.remove(one)
      if wasFile { try Self.makeFolder(fixture, one) } else { try Self.create(fixture, one, text) }
    case .create, .createInFolder, .makeFolder, .makeFolderInFolder: break
    }
  }

  private static func create(_ fixture: CatalogueFixture, _ path: String, _ text: String) throws {
    try edit(fixture, path, O_WRONLY | O_CREAT | O_EXCL, text)
  }

  private static func makeFolder(_ fixture: CatalogueFixture, _ path: String) throws {
    guard mkdir(fixture.place(path), 0o700) == 0 else { throw Violation("mkdir") }
  }

  private static func edit(_ fixture: CatalogueFixture, _ path: String, _ flags: Int32, _ text: String) throws
  {
    let file = open(fixture.place(path), flags | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Violation("open") }
    defer { close(file) }
    guard write(file, text, text.utf8.count) >= 0 else { throw Violation("write") }
  }

  private static func copy(_ fixture: CatalogueFixture, _ path: String, _ other: String) throws {
    guard isFile(fixture, path) else { return }
    try FileManager.default.copyItem(atPath: fixture.place(path), toPath: fixture.place(other))
  }

  private static func moveExclusively(_ fixture: CatalogueFixture, _ path: String, _ other: String) throws {
    let (from, name) = try Folder.openParent(of: fixture.place(path), disk: .system)
    let (to, newName) = try Folder.openParent(of: fixture.place(other), disk: .system)
    try from.rename(name, to: to, as: newName)
  }

  private static func isFile(_ fixture: CatalogueFixture, _ path: String) -> Bool {
    guard let (folder, name) = try? Folder.openParent(of: fixture.place(path), disk: .system) else {
      return false
    }
    return (try? folder.status(name).kind) == .file
  }

  private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// The folder that a path lies in, with a slash behind it; nothing for the root.
  private static func parent(_ path: String) -> String { String(path.dropLast(name(path).count)) }

  /// The path itself if it is a folder, else the folder that it lies in.
  private static func folder(_ fixture: CatalogueFixture, _ path: String) -> String {
    guard let (folder, name) = try? Folder.openParent(of: fixture.place(path), disk: .system),
      (try? folder.status(name).kind) == .folder
    else { return parent(path) }
    return path + "/"
  }
}
