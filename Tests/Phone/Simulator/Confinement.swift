import Foundation
import LinuxCalls

/// The walls of a bundle's process: what it can reach of the device, and nothing else.
struct Confinement {
  /// Folders and files that it may change.
  var writable: [String]
  /// Folders and files that it may read.
  var readable: [String]

  /// Puts the walls up around this process, before it has a second thread.
  ///
  /// - Throws: when the kernel has no Landlock: then a test that traces the file calls must do.
  func enforce() throws {
    let rules = linux_confinement_begin()
    guard rules >= 0 else { throw SimulatorError("This kernel has no Landlock; bundles run unconfined.") }
    defer { close(rules) }
    for path in writable { try check(linux_confinement_allow(rules, path, 1), path) }
    for path in readable + Self.system { try check(linux_confinement_allow(rules, path, 0), path) }
    try check(linux_confinement_enforce(rules), "this process")
  }

  /// What every process on Linux needs: its libraries, wherever they are, time zones, devices.
  private static var system: [String] {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let libraries = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.filter { $0.contains(".so") }.map { ($0 as NSString).deletingLastPathComponent }
    return Set(libraries) + ["/usr/share", "/usr/lib", "/lib", "/lib64", "/etc", "/proc", "/dev"]
  }

  private func check(_ result: Int32, _ path: String) throws {
    if result != 0 {
      throw SimulatorError("Cannot confine the process to \(path): \(String(cString: strerror(errno)))")
    }
  }
}

/// A sentence for the user at the terminal.
struct SimulatorError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
