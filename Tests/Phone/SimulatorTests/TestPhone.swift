import Foundation
import IntrayCore
import Synchronization
import TestSupport
import Testing

/// Gives each test of a suite a phone of its own.
struct PhoneTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withScratch { (scratch: Scratch) async throws in
      try await TestPhone.$lent.withValue(TestPhone(path: scratch.path)) { try await function() }
    }
  }
}

extension Trait where Self == PhoneTrait {
  static var onPhone: Self { PhoneTrait() }
}

/// A phone of a test's own, used through the simulator's command line, each command a process of its own.
struct TestPhone {
  let path: String

  /// What a command came to.
  struct Outcome {
    var status: Int32
    var output: Data
    var complaints: String
    var wasKilled: Bool

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// What `launch --json` prints.
  struct Launch: Decodable {
    struct Import: Decodable {
      var name: String
      var `as`: String
    }
    struct Waiting: Decodable {
      var name: String
      var reason: String
    }
    struct Document: Decodable {
      var path: String
      var size: Int64
    }
    var imported: [Import]
    var waiting: [Waiting]
    var documents: [Document]
  }

  /// A line of what `files ls --json` prints.
  struct Listed: Decodable, Equatable {
    var path: String
    var identifier: String
    var size: Int64
    var contentVersion: String
  }

  @TaskLocal fileprivate static var lent: TestPhone?

  /// The one of the test that is run.
  static var current: TestPhone {
    guard let lent else { preconditionFailure("The suite is not marked with onPhone.") }
    return lent
  }

  /// Leaves what the first launch leaves with the system, and costs no process.
  func registerPlace() throws {
    let places = device + "/System/domains"
    try FileManager.default.createDirectory(atPath: places, withIntermediateDirectories: true)
    try Data(FilesDomain.displayName.utf8).write(
      to: URL(fileURLWithPath: places + "/" + FilesDomain.identifier))
  }

  /// The simulator, beside the tests' own executable.
  static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("simulator").path

  var device: String { path + "/Device" }

  /// Starts a command; under `tracer`, when there is one.
  ///
  /// - Parameter logs: whether the processes write their log.
  func start(
    _ arguments: [String], under tracer: [String] = [], logs: Bool = false
  ) throws -> (Process, Pipe, Pipe) {
    let process = Process()
    if logs { process.environment = ProcessInfo.processInfo.environment.merging(["INTRAY_LOG": "1"]) { $1 } }
    let words = tracer + [Self.executable, "--device", device] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    let (output, complaints) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    return (process, output, complaints)
  }

  /// Waits for a command to end.
  func finish(_ started: (Process, Pipe, Pipe)) -> Outcome {
    let (process, output, complaints) = started
    let said = Mutex(Data())
    let reading = DispatchGroup()
    reading.enter()
    DispatchQueue.global().async {
      let data = complaints.fileHandleForReading.readDataToEndOfFile()
      said.withLock { $0 = data }
      reading.leave()
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    reading.wait()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: data,
      complaints: said.withLock { String(decoding: $0, as: UTF8.self) },
      wasKilled: process.terminationReason == .uncaughtSignal)
  }

  @discardableResult
  func run(_ arguments: String..., under tracer: [String] = [], logs: Bool = false) throws -> Outcome {
    try run(arguments, under: tracer, logs: logs)
  }

  @discardableResult
  func run(_ arguments: [String], under tracer: [String] = [], logs: Bool = false) throws -> Outcome {
    finish(try start(arguments, under: tracer, logs: logs))
  }

  func launch() throws -> Launch {
    try JSONDecoder().decode(Launch.self, from: run("launch", "--json").output)
  }

  func list() throws -> [Listed] {
    try JSONDecoder().decode([Listed].self, from: run("files", "ls", "-R", "--json").output)
  }

  /// Makes an original somewhere outside the device.
  func original(_ name: String, _ bytes: some DataProtocol) throws -> String {
    let folder = path + "/Originals/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    return folder + "/" + name
  }

  func original(_ name: String, _ text: String) throws -> String { try original(name, Data(text.utf8)) }

  /// The names in a room of the App Group.
  func names(in room: String) throws -> [String] {
    let path = device + "/AppGroup/" + room
    if !FileManager.default.fileExists(atPath: path) { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func document(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: device + "/AppGroup/Documents/" + path))
  }
}
