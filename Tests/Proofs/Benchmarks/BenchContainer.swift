import Foundation
import Glibc
import IntrayCore
import LinuxCalls

/// A container in whose inbox documents wait, made anew for each measurement.
struct BenchContainer {
  let path: String
  var container: Container { Container(path: path) }

  /// One parcel of so many documents; without any there is none.
  init(waiting count: Int, in parent: String) throws {
    path = parent + "/room"
    try BenchContainer.setAside(path)
    for room in ["Inbox", "Documents", "Staging", "Displaced"] {
      try BenchContainer.makeFolder("\(path)/\(room)")
    }
    let parcel = path + "/Inbox/0.parcel"
    if count > 0 { try BenchContainer.makeFolder(parcel) }
    for index in 0..<count {
      let file = Glibc.open("\(parcel)/document \(index).txt", O_WRONLY | O_CREAT | O_EXCL, 0o600)
      // Documents have different sizes.
      let contents = String(repeating: "x", count: 8 + index % 1_000)
      let size = contents.utf8.count
      guard file >= 0, write(file, contents, size) == size, close(file) == 0 else {
        throw Failure("a document cannot be made: errno \(errno)")
      }
    }
    // What is still to be written from making them is not to be measured.
    Glibc.sync()
  }

  func drain() throws {
    var imported = 0
    try Drain(container).run { if case .imported = $0.result { imported += 1 } }
  }

  /// The bare loop: an exclusive rename for each entry of the same listings, and one sync.
  func renameAll() throws {
    let documents = Glibc.open(path + "/Documents", O_RDONLY | O_DIRECTORY)
    defer { close(documents) }
    let parcels = try Self.names(in: path + "/Inbox")
    for parcel in parcels {
      let folder = Glibc.open("\(path)/Inbox/\(parcel)", O_RDONLY | O_DIRECTORY)
      defer { close(folder) }
      for name in try Self.rawNames(in: folder) {
        defer { free(name) }
        guard linux_rename_exclusive(folder, name, documents, name) == 0 else {
          throw Failure("rename: errno \(errno)")
        }
      }
    }
    fsync(documents)
  }

  /// The recipe that everybody writes: look whether the name is there, count until it is not, move.
  ///
  /// - Parameter afterEach: called after each move.
  func moveByLooking(afterEach: () throws -> Void = {}) throws {
    let manager = FileManager.default
    let documents = path + "/Documents"
    for parcel in try manager.contentsOfDirectory(atPath: path + "/Inbox") {
      let folder = "\(path)/Inbox/\(parcel)"
      for name in try manager.contentsOfDirectory(atPath: folder) {
        var target = documents + "/" + name
        var number = 1
        while manager.fileExists(atPath: target) {
          let whole = name as NSString
          target = "\(documents)/\(whole.deletingPathExtension)-\(number).\(whole.pathExtension)"
          number += 1
        }
        try manager.moveItem(atPath: folder + "/" + name, toPath: target)
        try afterEach()
      }
    }
    let opened = Glibc.open(documents, O_RDONLY | O_DIRECTORY)
    fsync(opened)
    close(opened)
  }

  /// Fails unless all of them arrived.
  func check(_ count: Int) throws {
    let found = try Self.names(in: path + "/Documents").count
    guard found == count else { throw Failure("\(found) documents of \(count) arrived") }
  }

  static func clear(_ path: String) throws {
    if access(path, F_OK) == 0 { try execute(["rm", "-rf", path]) }
  }

  /// Takes away what an earlier measurement left. On a drive it stays under another name until the question is answered: for
  /// five minutes ext4 without a journal looks at each deleted inode again before it makes another one, which takes half a
  /// millisecond a file after a large removal (`recently_deleted` in `fs/ext4/ialloc.c` of Linux).
  private static func setAside(_ path: String) throws {
    guard access(path, F_OK) == 0 else { return }
    // What is kept in memory would fill it.
    if path.hasPrefix(Program.memory) { return try clear(path) }
    guard rename(path, "\(path) \(UUID())") == 0 else { throw Failure("\(path): errno \(errno)") }
  }

  private static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private static func names(in path: String) throws -> [String] {
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    return try rawNames(in: folder).map { name in
      defer { free(name) }
      return String(cString: name)
    }
  }

  private static func rawNames(in folder: Int32) throws -> [UnsafeMutablePointer<CChar>] {
    guard let stream = fdopendir(dup(folder)) else { throw Failure("a folder cannot be listed") }
    defer { closedir(stream) }
    var names: [UnsafeMutablePointer<CChar>] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { strdup($0) }
      }
      guard let name else { throw Failure("no memory") }
      if name[0] == UInt8(ascii: ".") { free(name) } else { names.append(name) }
    }
    return names
  }
}

/// Why a measurement cannot be made.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Runs a program to its end, and answers what it printed.
@discardableResult
func execute(_ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Failure("\(arguments.joined(separator: " ")): \(process.terminationStatus)")
  }
  return text
}
