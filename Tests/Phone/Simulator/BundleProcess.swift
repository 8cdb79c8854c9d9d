import Daemon
import Foundation

/// Runs a bundle in a process of its own and plays the system for it.
struct BundleProcess {
  let device: Device

  /// What a process said and how it ended.
  struct Outcome {
    var shown: [String] = []
    var complaints: [String] = []
    var results: [String] = []
    /// Its signals and notifications to the system.
    var told: [String] = []
    var status: Int32 = 0

    /// Whether everything was done.
    var isSuccess: Bool { status == 0 && complaints.isEmpty }
  }

  /// Plays a scene and waits until its process ends.
  ///
  /// - Parameters:
  ///   - hears: whether it runs long enough to receive the posts of other processes.
  ///   - onEvent: told of each event as it happens.
  func run(
    _ role: Device.Role, _ play: Scene.Play, readable: [String] = [], hears: Bool = false,
    onEvent: (SystemEvent) -> Void = { _ in }
  ) throws -> Outcome {
    let (process, input, output) = try start(role, play, readable: readable)
    let centre = NotificationCentre(device)
    defer { centre.stop() }
    if hears {
      do { try centre.hear(input) } catch {
        process.terminate()
        throw error
      }
    } else {
      // It may be dead; how is told below.
      try? input.close()
    }
    var outcome = Outcome()
    for event in output {
      onEvent(event)
      try handle(event, &outcome, centre)
    }
    process.waitUntilExit()
    outcome.status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal {
      outcome.complaints.append("\(role.rawValue) was killed by signal \(process.terminationStatus).")
    }
    return outcome
  }

  /// How the executable knows that it is to play a bundle.
  static let flag = "--play"

  /// Starts the process of a bundle.
  ///
  /// - Returns: it, its standard input, in which only the scene stands yet, and what it tells the system.
  func start(
    _ role: Device.Role, _ play: Scene.Play, readable: [String] = []
  ) throws -> (Process, input: FileHandle, output: Events) {
    let scene = Scene(
      device: device.path, product: device.product, domains: DomainRegistry(device).domains,
      orphans: DomainRegistry(device).orphans, pending: try pending(), play: play, readable: readable,
      isWide: device.isWide, window: device.window, language: device.language)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: device.executable(of: role))
    process.arguments = [Self.flag]
    process.environment = environment(of: role)
    process.currentDirectoryURL = URL(fileURLWithPath: device.home(of: role))
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    // Not as an argument: the user may share a thousand files, and an argument is at most 128 KiB. JSON as it is encoded has
    // no line ends in it. A process that died before it had read everything tells so by its end.
    let line = try JSONEncoder().encode(scene) + Data("\n".utf8)
    try? input.fileHandleForWriting.write(contentsOf: line)
    return (process, input.fileHandleForWriting, Events(output.fileHandleForReading))
  }

  private func pending() throws -> [ItemSnapshot] {
    // Before the first sync there is nothing.
    guard let data = FileManager.default.contents(atPath: device.pending) else { return [] }
    return try JSONDecoder().decode([ItemSnapshot].self, from: data)
  }

  private func environment(of role: Device.Role) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = device.home(of: role)
    environment["CFFIXED_USER_HOME"] = device.home(of: role)
    // The defaults of an App Group are in its container, for all its bundles.
    environment["XDG_CONFIG_HOME"] = device.preferences
    // The system alone writes in its Documents/Inbox.
    environment["PHONE_SANDBOX"] = device.home(of: .app)
    environment["TMPDIR"] = device.home(of: role) + "/tmp"
    if let style = device.picture?.style, let json = try? JSONEncoder().encode(style) {
      // A style always has a JSON form.
      environment[Picture.variable] = String(decoding: json, as: UTF8.self)
    }
    return environment
  }

  /// Does what the system does upon an event.
  func handle(
    _ event: SystemEvent, _ outcome: inout Outcome, _ centre: NotificationCentre
  ) throws {
    switch event {
    case .show(let text): outcome.shown.append(text)
    case .picture(let svg):
      if let file = device.picture?.file { try svg.write(toFile: file, atomically: true, encoding: .utf8) }
    case .complain(let sentence): outcome.complaints.append(sentence)
    case .result(let json): outcome.results.append(json)
    case .addDomain(let identifier, let name):
      try DomainRegistry(device).add(Scene.Domain(identifier: identifier, name: name))
    case .removeDomain(let identifier):
      outcome.told.append("remove \(identifier)")
      try DomainRegistry(device).remove(identifier)
      // With its files, and what the system knows of them.
      for folder in [device.files, device.daemon] where FileManager.default.fileExists(atPath: folder) {
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
    case .reimport:
      outcome.told.append("reimport")
      try Signals(device).postReimport()
    case .signal(let domain, let container):
      outcome.told.append("signal \(domain) \(container)")
      try Signals(device).post(container: container)
    case .resolved(let code):
      outcome.told.append("resolved \(code)")
      try Signals(device).post(resolved: code)
    case .notify(let name):
      outcome.told.append("notify \(name)")
      centre.post(name)
    case .answer: break
    }
  }
}

/// The places in Files that the system knows, one file each, so that two processes that register one at the
/// same moment do not undo each other.
struct DomainRegistry {
  private let folder: String
  /// Where a file stands for each place that the user has switched off.
  private let off: String
  /// Where those are that the system holds and does not list.
  private let orphaned: String

  init(_ device: Device) {
    folder = device.domains
    off = device.system + "/switched-off"
    orphaned = device.system + "/orphaned"
  }

  /// None is the rule.
  var orphans: [String] { (try? FileManager.default.contentsOfDirectory(atPath: orphaned)) ?? [] }

  /// The app was installed again, and the system holds its places and does not list them:
  /// <https://github.com/VitalysRDT/rclone-gui-ios/pull/77>, <https://github.com/cryptomator/ios/issues/176>.
  func orphan() throws {
    try FileManager.default.moveItem(atPath: folder, toPath: orphaned)
  }

  var domains: [Scene.Domain] {
    // If the folder is not there, the app has not registered a domain yet.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)).map {
        Scene.Domain(
          identifier: name, name: $0, isOn: !FileManager.default.fileExists(atPath: off + "/" + name))
      }
    }
  }

  func add(_ domain: Scene.Domain) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(domain.name.utf8).write(
      to: URL(fileURLWithPath: folder + "/" + domain.identifier), options: .atomic)
  }

  /// The system drops the place.
  func remove(_ identifier: String) throws {
    let place = orphans.contains(identifier) ? orphaned : folder
    try FileManager.default.removeItem(atPath: place + "/" + identifier)
  }

  /// The user switches the place on or off in Files.
  func turn(on isOn: Bool) throws {
    guard let place = domains.first else { throw Self.missing }
    let mark = off + "/" + place.identifier
    if isOn {
      // It may be on already.
      unlink(mark)
    } else {
      try FileManager.default.createDirectory(atPath: off, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: mark))
    }
  }

  /// - Throws: why Files shows nothing of Intray.
  func requirePlace() throws {
    guard let place = domains.first else { throw Self.missing }
    guard place.isOn else { throw SimulatorError("\(place.name) is switched off in Files: files on.") }
  }

  private static let missing = SimulatorError("Intray is not in Files yet: launch the app once.")
}

/// What a bundle's process tells the system, as it comes: an event a line.
struct Events: Sequence, IteratorProtocol {
  private let handle: FileHandle
  private var rest: [UInt8] = []
  /// How many bytes of the rest have no end of a line. A line may be as long as a screen.
  private var searched = 0

  init(_ handle: FileHandle) {
    self.handle = handle
  }

  mutating func next() -> SystemEvent? {
    while let line = nextLine() {
      if let event = try? JSONDecoder().decode(SystemEvent.self, from: line) { return event }
      // Something that the process printed past us, a crash's last words for instance.
      FileHandle.standardError.write(line + Data("\n".utf8))
    }
    return nil
  }

  private mutating func nextLine() -> Data? {
    while true {
      if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer {
          rest.removeFirst(end + 1)
          searched = 0
        }
        return Data(rest[..<end])
      }
      searched = rest.count
      let more = handle.availableData
      if more.isEmpty {
        defer { (rest, searched) = ([], 0) }
        return rest.isEmpty ? nil : Data(rest)
      }
      rest.append(contentsOf: more)
    }
  }
}
