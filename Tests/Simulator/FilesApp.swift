import Foundation

/// The Files app, as far as a terminal needs one: every command goes through the File Provider extension, never
/// to the folder behind its back.
enum FilesApp {
  static func run(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    guard let command = arguments.next() else { throw WrongUsage("What shall Files do?") }
    switch command {
    case "ls":
      let isRecursive = arguments.flag("-R")
      let isJSON = arguments.flag("--json")
      let words = try arguments.all()
      guard words.count <= 1 else { throw WrongUsage("ls takes one path.") }
      return try play(device, .list(path: words.first ?? "", recursive: isRecursive), isJSON: isJSON)
    case "cat":
      let words = try arguments.all()
      guard words.count == 1 else { throw WrongUsage("cat takes one path.") }
      return try cat(words[0], device)
    case "put":
      let words = try arguments.all()
      guard (1...2).contains(words.count) else { throw WrongUsage("put takes a file and a folder.") }
      return try put(words[0], into: words.count == 2 ? words[1] : "", device)
    case "mkdir":
      let words = try arguments.all()
      guard words.count == 1 else { throw WrongUsage("mkdir takes one path.") }
      return try play(device, .makeFolder(path: words[0]))
    case "mv":
      let words = try arguments.all()
      guard words.count == 2 else { throw WrongUsage("mv takes two paths.") }
      return try play(device, .move(from: words[0], to: words[1]))
    case "on", "off":
      guard try arguments.all().isEmpty else { throw WrongUsage("\(command) takes nothing else.") }
      try DomainRegistry(device).turn(on: command == "on")
      return 0
    case "sync":
      let sync = try FilesSync(&arguments, device)
      try DomainRegistry(device).requirePlace()
      return try sync.run()
    case "rm":
      let isRecursive = arguments.flag("-r")
      let words = try arguments.all()
      guard words.count == 1 else { throw WrongUsage("rm takes one path.") }
      return try play(device, .remove(path: words[0], recursive: isRecursive))
    default: throw WrongUsage("Files cannot \(command).")
    }
  }

  private static func play(
    _ device: Device, _ command: FilesCommand, isJSON: Bool = false
  ) throws -> Int32 {
    Phone.finish(try ask(device, command), isJSON: isJSON)
  }

  /// Asks the extension, which the system starts for a place that is registered and switched on, and for no other.
  private static func ask(_ device: Device, _ command: FilesCommand) throws -> BundleProcess.Outcome {
    try DomainRegistry(device).requirePlace()
    return try BundleProcess(device: device).run(.provider, .files([command]))
  }

  /// Has the provider hand over the document, and copies it to the terminal, bit by bit.
  private static func cat(_ path: String, _ device: Device) throws -> Int32 {
    let copy = device.handover + "/" + UUID().uuidString
    let outcome = try ask(device, .fetch(path: path, to: copy))
    if outcome.isSuccess {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: copy))
      while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
        try FileHandle.standardOutput.write(contentsOf: bytes)
      }
      try FileManager.default.removeItem(atPath: copy)
    }
    return Phone.finish(outcome)
  }

  /// Puts a copy where the system keeps what it hands to the provider, and has it made an item.
  private static func put(_ file: String, into folder: String, _ device: Device) throws -> Int32 {
    try DomainRegistry(device).requirePlace()
    let place = device.handover + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer {
      // The provider only reads it; what stays of it is the system's to clear.
      try? FileManager.default.removeItem(atPath: place)
    }
    let copy = try Handover.copy(Phone.absolute(file), into: place)
    return try play(
      device, .put(from: copy, name: (copy as NSString).lastPathComponent, into: folder))
  }
}
