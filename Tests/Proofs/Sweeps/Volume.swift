import Foundation
import Shared
import TestSupport

/// A file system to try things on.
struct Volume: Sendable {
  let name: String
  /// A folder of our own on it.
  let path: String
  /// Whether it has to be unmounted.
  var mounted: String?
  var image: String?
  /// Whether it is a file of ours: such volumes are slower than what they show.
  var isLoop: Bool { image != nil }

  /// Every available file system. The others are reported.
  static func all(_ names: [String]) -> [Volume] {
    names.compactMap { name in
      do {
        return try make(name)
      } catch {
        say("SKIPPED  \(name): \(error)")
        return nil
      }
    }
  }

  private static func make(_ name: String) throws -> Volume {
    let base = scratch + "/\(name)-\(getpid())"
    switch name {
    case "build":
      try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
      return Volume(name: "\(name) (\(try type(of: base)))", path: base)
    case "tmpfs":
      let shared = "/dev/shm"
      guard try type(of: shared) == "tmpfs" else { throw SweepError("there is no tmpfs at \(shared)") }
      let path = shared + "/intray-\(getpid())"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return Volume(name: name, path: path)
    default:
      guard geteuid() == 0 else { throw SweepError("mounting needs root") }
      let image = base + ".img"
      try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
      let volume = Volume(name: name, path: base + "/in", mounted: base, image: image)
      do {
        try run(["truncate", "-s", "6G", image])
        try run(["mkfs.\(name)", "-q", image])
        try run(["mount", "-o", "loop", image, base])
        try FileManager.default.createDirectory(atPath: base + "/in", withIntermediateDirectories: false)
      } catch {
        volume.remove()
        throw error
      }
      return volume
    }
  }

  /// Where this executable was built, or, when that cannot be written, the temporary directory.
  static let scratch: String = {
    let built = (Program.path as NSString).deletingLastPathComponent
    return access(built, W_OK) == 0 ? built + "/sweeps" : NSTemporaryDirectory()
  }()

  func remove() {
    // It is only our litter; what cannot be removed is seen by the next person who looks.
    if let mounted {
      try? run(["umount", mounted])
      try? FileManager.default.removeItem(atPath: mounted)
    } else {
      try? TestContainer(path: path).remove()
    }
    if let image { try? FileManager.default.removeItem(atPath: image) }
  }

  private static func type(of path: String) throws -> String {
    let output = scratch + "-type-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: output) }
    try run(["stat", "-f", "-c", "%T", path], output: output)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return name == "ext2/ext3" ? "ext4" : name
  }
}

/// Runs a program to its end.
func run(_ arguments: [String], output: String = "/dev/null") throws {
  let exit = try Child(arguments, output: output).wait(seconds: 600)
  guard exit == .code(0) else { throw SweepError("\(arguments.joined(separator: " ")): \(exit)") }
}

/// What this process is.
enum Program {
  static let path: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
