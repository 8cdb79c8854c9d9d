import Daemon
import Foundation

/// `files sync`: the daemon, in the foreground, a line an exchange.
struct FilesSync {
  private let device: Device
  private let seconds: Double?
  private let isOnce: Bool
  private let seed: UInt64?

  init(_ arguments: inout Arguments, _ device: Device) throws {
    self.device = device
    isOnce = arguments.flag("--once")
    seconds = try arguments.value("--for").map {
      guard let seconds = Double($0) else { throw WrongUsage("--for takes seconds.") }
      return seconds
    }
    seed = try arguments.value("--chaos").map {
      guard let seed = UInt64($0) else { throw WrongUsage("--chaos takes a number.") }
      return seed
    }
    guard try arguments.all().isEmpty, !(isOnce && seconds != nil) else {
      throw WrongUsage("sync takes --once or --for, and nothing else.")
    }
  }

  /// - Returns: the exit status: 1 when a rule was broken, or the two sides did not become the same.
  func run() throws -> Int32 {
    let provider = ExtensionProcess(device: device)
    let catalogue = device.provider + "/Library/Application Support/Intray"
    let chaos = seed.map {
      FaultInjector(seed: $0) {
        // A memory that is lost, all of it.
        try? FileManager.default.removeItem(atPath: catalogue)
      }
    }
    let daemon = try Daemon(
      files: device.files, home: device.daemon, handover: device.handover, provider: provider, chaos: chaos
    ) { line in
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
    if Signals(device).takeReimport() { try daemon.reimport() }
    let end = seconds.map { Date().addingTimeInterval($0) }
    var isSame = false
    if isOnce {
      // Chaos for some rounds, and then peace: it must come to an end.
      for _ in 0..<(chaos == nil ? 0 : 12) {
        _ = try daemon.turn()
        try chaos?.meddle(with: daemon)
      }
      chaos?.rest()
      isSame = try settle(daemon)
    } else {
      while end.map({ Date() < $0 }) ?? true {
        isSame = try daemon.turn()
        try chaos?.meddle(with: daemon)
        // The system chooses how often it looks. The user does not notice an interval this short.
        if isSame { usleep(50_000) }
      }
      chaos?.rest()
      isSame = try settle(daemon)
    }
    provider.rest()
    try JSONEncoder().encode(daemon.pending).write(to: URL(fileURLWithPath: device.pending))
    if daemon.isDropped {
      // The app registers it once more.
      for place in DomainRegistry(device).domains { try DomainRegistry(device).remove(place.identifier) }
      try daemon.register()
    }
    for rule in daemon.brokenRules { FileHandle.standardError.write(Data(("broken: " + rule + "\n").utf8)) }
    if !isSame {
      FileHandle.standardError.write(Data("Files and Intray did not become the same.\n".utf8))
    }
    return isSame && daemon.brokenRules.isEmpty ? 0 : 1
  }

  private func settle(_ daemon: Daemon) throws -> Bool {
    guard try daemon.settle() else { return false }
    try daemon.materialiseAll()
    return try daemon.settle()
  }
}
