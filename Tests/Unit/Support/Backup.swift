import Foundation

@testable import IntrayCore

/// A backup that is restored, as iOS up to 26.3 does it: each file is another one, times have whole seconds, and a file whose
/// attributes have more than 2,048 bytes has none. What is left out of backups is not there.
///
/// Read in listings of the backup daemon: see the article on Files and the system.
public enum Backup {
  /// Puts a backup of a folder in its place.
  public static func restore(_ path: String) throws {
    let old = path + ".backup"
    try make(of: path, at: old)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: old, toPath: path)
  }

  /// Makes a backup of a folder.
  public static func make(of path: String, at copy: String) throws {
    let source = try Folder.open(path, disk: .system)
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    try fill(Folder.open(copy, disk: .system), from: source)
  }

  private static func fill(_ copy: Folder, from source: Folder) throws {
    for (name, kind) in try source.entries() {
      switch kind {
      case .folder:
        let folder = try source.folder(name)
        let mark = "com.apple.metadata:com_apple_backup_excludeItem"
        if try folder.opened.attribute(mark) != nil { continue }
        try copy[name].makeFolder()
        try fill(copy.folder(name), from: folder)
      case .file:
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: source[name].path)))
        let file = try copy.createFile(name)
        try bytes.withUnsafeBufferPointer { bytes throws(DiskError) in
          try file.write(UnsafeRawBufferPointer(bytes), at: 0)
        }
        try finish(file, like: source[name].open(.file))
      case .link: try copy[name].makeLink(to: source[name].readLink())
      case .special: break
      }
    }
    try finish(copy.opened, like: source.opened)
  }

  private static func finish(_ copy: OpenFile, like original: OpenFile) throws(DiskError) {
    var values: [String: [UInt8]] = [:]
    for name in try original.attributes() { values[name] = try original.attribute(name) }
    if values.reduce(0, { $0 + $1.key.utf8.count + $1.value.count }) <= ItemAttribute.mostInBackups {
      for (name, value) in values { try copy.setAttribute(name, value) }
    }
    let status = try original.status()
    try copy.setMode(status.mode & 0o777)
    try copy.setModified(FileTime(seconds: status.modified.seconds))
  }
}
