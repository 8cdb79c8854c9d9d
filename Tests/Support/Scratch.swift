import Foundation
import Shared

/// An empty folder for one test, on the volume that the tests were built on (or, when that cannot be
/// written, in the temporary directory).
public struct Scratch: Sendable {
  /// Its absolute path.
  public let path: String

  /// Makes one.
  public init() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
    let places = [program.deletingLastPathComponent(), FileManager.default.temporaryDirectory]
    let parent = places.first { access($0.path, W_OK | X_OK) == 0 } ?? places[1]
    path = parent.appendingPathComponent("scratch-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// Removes it with all that is in it, whatever its permissions and depth.
  public func remove() throws {
    let disk = Disk.system
    let top = try disk.openRoot(path)
    defer { try? disk.close(top) }
    // What lies deep is first moved up, so that neither descriptors nor the stack run out.
    while true {
      var moved = 0
      for name in try Self.names(in: top) {
        try Self.remove(name, in: top, top: top, depth: 0, moved: &moved)
      }
      if moved == 0 { break }
    }
    guard rmdir(path) == 0 else { throw Violation("\(path) cannot be removed: errno \(errno)") }
  }

  private static func remove(
    _ name: FileName, in folder: Descriptor, top: Descriptor, depth: Int, moved: inout Int
  ) throws {
    let disk = Disk.system
    let status = try disk.status(folder, name)
    guard status.kind == .folder else { return try disk.removeFile(folder, name) }
    if status.mode & 0o700 != 0o700 { try disk.setMode(folder, name, 0o700) }
    if depth > 50 {
      moved += 1
      return try disk.renameExclusive(folder, name, top, FileName("moved-" + UUID().uuidString))
    }
    let own = try disk.openFolder(folder, name)
    defer { try? disk.close(own) }
    for name in try names(in: own) {
      try remove(name, in: own, top: top, depth: depth + 1, moved: &moved)
    }
    try disk.removeFolder(folder, name)
  }

  private static func names(in folder: Descriptor) throws -> [FileName] {
    var names: [FileName] = []
    try Disk.system.list(folder) { name, _ in
      names.append(name)
      return true
    }
    return names
  }
}
