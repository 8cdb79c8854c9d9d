import Foundation
import IntrayCore

/// Where a test's folders are.
public enum Volume: Hashable, Sendable {
  /// Where the tests were built: a file system like any.
  case disk
  /// In memory, where there is such a volume: for the sweeps of many thousand runs.
  case memory

  /// Whether the volume of the tests compares names byte for byte and takes any bytes. APFS takes only UTF-8, takes
  /// all normal forms of a name for one, and on a Mac, where simulators keep their files, all cases too.
  public static let comparesNamesByBytes: Bool = {
    let names = ["a", "A", "é", "e\u{301}"].map { FileName($0) } + [FileName(bytes: [0xFF])]
    let count = try? withScratch { scratch in
      for name in names { try Tree.file("").put(name, at: scratch.path) }
      return try FileManager.default.contentsOfDirectory(atPath: scratch.path).count
    }
    return count == names.count
  }()

  /// Whether the volumes of the tests give each change a time of its own, as Linux does from 6.13 on once a time has been
  /// read. On an older kernel, changes within 10 ms have the same time, and a scan must wait.
  public static let timesEachChange: Bool = [.disk, .memory].allSatisfy { volume in
    // A volume that cannot be tried gets no credit.
    (try? withScratch(on: volume) { scratch in
      let disk = Disk.system
      try Tree.file("").put("a", at: scratch.path)
      let folder = try disk.openRoot(scratch.path)
      defer { try? disk.close(folder) }
      var names: [FileName] = ["a", "b"]
      // So many changes take less than a hundredth of a second.
      return try (0..<50).allSatisfy { _ in
        let before = try [nil, names[0]].map { try disk.status(folder, $0).changed }
        try disk.renameExclusive(folder, names[0], folder, names[1])
        names.reverse()
        let after = try [nil, names[0]].map { try disk.status(folder, $0).changed }
        return zip(before, after).allSatisfy { $0 < $1 }
      }
    }) ?? false
  }
}

/// Lends an empty folder, and removes it afterwards.
public func withScratch<Result>(
  on volume: Volume = .disk, _ body: (Scratch) throws -> Result
) throws -> Result {
  let scratch = try Scratch(on: volume)
  // A test that leaves what cannot be removed has said why.
  defer { try? scratch.remove() }
  return try body(scratch)
}

/// The same for what takes its time.
public func withScratch<Result>(
  on volume: Volume = .disk, isolation: isolated (any Actor)? = #isolation,
  _ body: (Scratch) async throws -> Result
) async throws -> Result {
  let scratch = try Scratch(on: volume)
  // See above.
  defer { try? scratch.remove() }
  return try await body(scratch)
}

/// An empty folder for one test.
public struct Scratch: Sendable {
  /// Its absolute path.
  public let path: String

  /// Makes one; in the temporary directory when the volume cannot be written, or not be entered by everybody.
  public init(on volume: Volume = .disk) throws {
    let wanted = volume == .memory ? URL(fileURLWithPath: "/dev/shm") : Self.built
    let parent =
      access(wanted.path, W_OK | X_OK) == 0 && Self.admitsEverybody(wanted)
      ? wanted : FileManager.default.temporaryDirectory
    path = parent.appendingPathComponent("scratch-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// One that is there already.
  public init(existing path: String) { self.path = path }

  private static let built = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
    .resolvingSymlinksInPath().deletingLastPathComponent()

  /// Whether root's tests reach a folder with the rights of another user, too: they cannot below root's home.
  private static func admitsEverybody(_ folder: URL) -> Bool {
    guard geteuid() == 0 else { return true }
    var place = folder
    var status = stat()
    while stat(place.path, &status) == 0, status.st_mode & 0o001 != 0 {
      if place.path == "/" { return true }
      place.deleteLastPathComponent()
    }
    return false
  }

  /// Removes it with all that is in it, at any permissions and depth.
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
