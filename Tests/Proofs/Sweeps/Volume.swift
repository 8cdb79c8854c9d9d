import Convergence
import Foundation
import TestSupport

/// A file system to try things on.
struct Volume: Sendable {
  let name: String
  /// A folder of our own on it.
  let path: String
  /// Where it is mounted, if it is in a file of ours: such volumes are slower than what they show.
  private var mount: String?

  var isLoop: Bool { mount != nil }
  /// Where a fixture of the tests lies that is to be on it.
  var scratch: TestSupport.Volume { name == "tmpfs" ? .memory : .disk }

  /// Every available file system. The others are reported.
  static func all(_ names: [String]) -> [Volume] {
    names.compactMap { name in
      do {
        return try Volume(name)
      } catch {
        say("SKIPPED  \(name): \(error)")
        return nil
      }
    }
  }

  private init(_ name: String) throws {
    self.name = name
    let base = Self.scratch + "/\(name)-\(getpid())"
    switch name {
    case "build": path = base
    case "tmpfs": path = "/dev/shm/intray-\(getpid())"
    default:
      guard geteuid() == 0 else { throw SweepError("mounting needs root") }
      (path, mount) = (base + "/in", base)
      do {
        try Shell.run(
          """
          mkdir -p '\(base)'; truncate -s 6G '\(base).img'; mkfs.\(name) -q '\(base).img'
          mount -o loop '\(base).img' '\(base)'
          """)
      } catch {
        remove()
        throw error
      }
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Where this executable was built, or, when that cannot be written, the temporary directory.
  private static let scratch: String = {
    let built = (Program.path as NSString).deletingLastPathComponent
    return access(built, W_OK) == 0 ? built + "/sweeps" : NSTemporaryDirectory()
  }()

  func remove() {
    // It is only our litter; what cannot be removed is seen by the next person who looks.
    guard let mount else { return _ = try? TestContainer(path: path).remove() }
    try? Shell.run("umount '\(mount)' || true; rmdir '\(mount)'; rm '\(mount).img'")
  }
}
