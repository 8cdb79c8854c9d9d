@testable import IntrayCore

/// What happens to a journey at one of its calls to the disk.
public struct Disturbance: Sendable, CustomStringConvertible {
  /// What a call can meet.
  public enum Kind: Sendable {
    /// The process is killed before the call.
    case kill
    /// The call does nothing, and throws this.
    case failure(DiskError)
  }

  /// What the call meets.
  public let kind: Kind
  /// Which of the calls: the n-th, from 1 on.
  public let number: Int
  /// Only calls of this function count; nil is any.
  public let call: DiskCall?
  /// How many calls from that one on meet it.
  public let length: Int
  /// The call of the recovery at which the next process is killed, too.
  public let recovery: Int?

  /// A disturbance of one call, or of as many as `length` says.
  public init(_ kind: Kind, at number: Int, of call: DiskCall? = nil, length: Int = 1, recovery: Int? = nil) {
    self.kind = kind
    self.number = number
    self.call = call
    self.length = length
    self.recovery = recovery
  }

  /// Whether the disk lies: it says of something that it is not there, or is another thing, or refuses a function for ever.
  var isLie: Bool {
    guard case .failure(let error) = kind else { return false }
    return [.notFound, .notAFolder, .link, .exists].contains(error.code) || call != nil && length == .max
  }

  /// What it is, in words.
  public var description: String {
    let which = "\(call.map { $0.rawValue } ?? "call") \(number)"
    switch kind {
    case .kill: return "killed at \(which)" + (recovery.map { ", and in the recovery at call \($0)" } ?? "")
    case .failure(let error): return "\(which)\(length > 1 ? " and later ones" : "") failing with \(error)"
    }
  }

  func disk(_ disk: Disk, _ fuse: Fuse) -> Disk {
    switch kind {
    case .kill: disk.dying(fuse)
    case .failure(let error): disk.failing(fuse, with: error)
    }
  }
}

extension DiskCall {
  /// Whether the disk is another one after it. Two kills with no such call between them leave the same disk.
  public var changesDisk: Bool {
    switch self {
    case .createFile, .write, .clone, .truncate, .renameExclusive, .exchange, .makeFolder,
      .makeLink,
      .removeFile, .removeFolder, .setMode, .setModeOfOpen, .unlock, .setModified, .setCreated, .protect,
      .excludeFromBackup, .setAttribute, .removeAttribute:
      true
    case .openRoot, .openFolder, .openFile, .close, .read, .dataRange, .status, .path, .list,
      .readLink,
      .attributes, .attribute, .attributeSize, .sync, .flush:
      false
    }
  }
}

/// How an act ended.
public enum RunResult: Hashable, Sendable {
  /// It reported success.
  case success
  /// It reported a failure.
  case failure
  /// It was killed, or what it reported counts for nothing.
  case killed
}

extension Journey {
  /// A journey that nothing disturbs: its calls to the disk, and each text with the most copies that may ever be there.
  public struct Course: Sendable {
    /// The calls, in order.
    public let calls: [DiskCall]
    let copies: [[UInt8]: Int]
  }

  /// The folders in which documents are whole.
  private static let places = [
    "AppGroup/Documents", "AppGroup/Inbox", "AppGroup/Trash", "AppGroup/Displaced", "App/Documents",
  ]

  /// Plays it once, undisturbed.
  ///
  /// - Throws: a ``Violation`` when something does not hold.
  public func course() throws -> Course {
    let log = CallLog()
    var copies: [[UInt8]: Int] = [:]
    func count(_ test: TestContainer, _ places: [String]) throws {
      var now: [[UInt8]: Int] = [:]
      for bytes in try places.flatMap({ try test.tree($0).contents }) { now[bytes, default: 0] += 1 }
      copies.merge(now) { max($0, $1) }
    }
    try withTestContainer(.untidy, on: .memory) { test in
      try prepare(test)
      try count(test, Self.places)
      for bytes in try test.tree("Originals").contents { copies[bytes] = max(1, copies[bytes] ?? 1) }
      let ending = end(test, test.disk.withoutSyncs.logging(to: log))
      try expect(ending == (isRefused ? .failure : .success), "\(name) does not work: \(ending)")
      try count(test, Self.places)
      for bytes in try test.tree("Originals").contents { copies[bytes] = max(1, copies[bytes] ?? 1) }
      try finish(test, ending)
    }
    return Course(calls: log.all.map(\.call), copies: copies)
  }

  /// Plays it with a disturbance, recovers, and checks.
  ///
  /// - Parameter path: where its folders are made, and left after a violation; nil is in memory.
  /// - Returns: whether it came to the call that was to be disturbed.
  /// - Throws: a ``Violation`` when something does not hold.
  @discardableResult
  public func play(_ disturbance: Disturbance, _ course: Course, at path: String? = nil) throws -> Bool {
    guard let path else {
      var isOver = false
      try withTestContainer(on: .memory) { test in isOver = try play(disturbance, course, in: test) }
      return isOver
    }
    // There is one only after a violation.
    try? Scratch(existing: path).remove()
    let test = try TestContainer.make(at: path)
    let isOver = try play(disturbance, course, in: test)
    try test.remove()
    return isOver
  }

  private func play(_ disturbance: Disturbance, _ course: Course, in test: TestContainer) throws -> Bool {
    try prepare(test)
    let fuse = Fuse(at: disturbance.number, of: disturbance.call, length: disturbance.length)
    var ending = end(test, disturbance.disk(test.disk.withoutSyncs, fuse))
    var hasBlown = fuse.hasBlown
    if case .kill = disturbance.kind, hasBlown { ending = .killed }
    try checkAtOnce(test, course)
    if let recovery = disturbance.recovery {
      let second = Fuse(at: recovery)
      let disk = test.disk.withoutSyncs.dying(second)
      // It is killed, too.
      _ = try? Drain(test.container(on: disk)).run { _ in }
      try? Inbox(test.container(on: disk)).sweepLongAfter()
      hasBlown = second.hasBlown
      try checkAtOnce(test, course)
    }
    try finish(test, ending, isLie: disturbance.isLie)
    return hasBlown
  }

  private func end(_ test: TestContainer, _ disk: Disk) -> RunResult {
    do {
      try act(test, disk)
      return .success
    } catch { return .failure }
  }

  /// Checks what must hold at any moment, wherever the process was killed: nothing is lost, cut or doubled.
  ///
  /// - Throws: a ``Violation`` when something does not hold.
  public func checkAtOnce(_ test: TestContainer, _ course: Course) throws {
    let contents = try Self.places.flatMap { try test.tree($0).contents }
    try checkNothingLost(test, besides: contents)
    var counts: [[UInt8]: Int] = [:]
    for bytes in contents { counts[bytes, default: 0] += 1 }
    for (bytes, count) in counts {
      let text = String(decoding: bytes.prefix(30), as: UTF8.self)
      guard let most = course.copies[bytes] else { throw Violation("“\(text)” is cut: \(bytes.count) bytes") }
      if count > most, !mayDouble { throw Violation("“\(text)” is there \(count) times") }
    }
  }

  /// Recovers, and checks what must hold then; recovers again, which must change nothing.
  ///
  /// - Throws: a ``Violation`` when something does not hold.
  public func finish(_ test: TestContainer, _ ending: RunResult, isLie: Bool = false) throws {
    try recover(test)
    try checkNothingLost(test)
    if !isLie {
      try check(test)
      let documents = try test.documents
      if ending == .success, !isDone(documents) {
        throw Violation("a success without its effect: \(documents)")
      }
    }
    let settled = try test.state
    try test.recover()
    if isSettled { try expect(try test.state == settled, "a second recovery changes something") }
    try test.check(.tidy)
  }

  /// Throws a ``Violation`` if something is nowhere any more.
  public func checkNothingLost(_ test: TestContainer, besides others: [[UInt8]] = []) throws {
    let found = Set(try test.everything + others)
    let isKept = keeps.contains { $0.allSatisfy { found.contains(Array($0.utf8)) } }
    if !isKept { throw Violation("lost: \(try test.state) is left") }
  }
}

/// How many of a journey's calls are disturbed.
public enum Choice: Sendable {
  /// Each at which a kill leaves another disk, and few failures: for every run of the tests. Of the calls of the provider,
  /// every third.
  case some
  /// All of them: for the sweeps.
  case all
}

extension Journey {
  /// The kills of it, at its calls and at those of its recovery.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func kill(_ choice: Choice, _ report: (_ violation: String) -> Void) throws -> Int {
    let course = try course()
    let calls = 1...course.calls.count
    // Starting the extension again and again takes its time, and it makes many calls: every third.
    let changes = calls.filter { course.calls[$0 - 1].changesDisk }.enumerated()
      .filter { isSettled || $0.offset % 3 == 0 }.map(\.element)
    let kills = choice == .all ? Array(calls) : changes
    for number in kills { tell(Disturbance(.kill, at: number), course, report) }
    var count = kills.count
    // Only the next process of the app recovers so. All pairs would be thousands; strides without a common divisor meet many.
    guard isSettled else { return count }
    let (first, second) = choice == .all ? (5, 7) : (41, 31)
    for number in stride(from: 2, through: course.calls.count, by: first) {
      for recovery in stride(from: 1 + number % second, through: 1_000, by: second) {
        count += 1
        let disturbance = Disturbance(.kill, at: number, recovery: recovery)
        guard tell(disturbance, course, report) else { break }
      }
    }
    return count
  }

  /// The failures of its calls: each alone, all from one on, and all of one function.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func fail(_ choice: Choice, _ report: (_ violation: String) -> Void) throws -> Int {
    let course = try course()
    let errors = DiskError.everyKind
    var disturbances: [Disturbance] = []
    for number in 1...course.calls.count {
      let alone = choice == .all ? errors : number % 8 == 1 ? [errors[number / 8 % errors.count]] : []
      disturbances += alone.map { Disturbance(.failure($0), at: number) }
      let lasting = choice == .all ? errors.prefix(3) : number % 32 == 1 ? [errors[number / 32 % 3]] : []
      disturbances += lasting.map { Disturbance(.failure($0), at: number, length: .max) }
    }
    // A call that always says the same must not be asked for ever.
    let refusals = [DiskError.of(.notFound, number: 2), .of(.exists, number: 17), .of(.denied, number: 13)]
    let refused: [DiskCall] = [
      .renameExclusive, .exchange, .makeFolder, .openFolder, .status, .removeFile, .removeFolder,
    ]
    for (index, call) in refused.enumerated() where course.calls.contains(call) {
      let chosen = choice == .all ? refusals : [refusals[index % refusals.count]]
      disturbances += chosen.map { Disturbance(.failure($0), at: 1, of: call, length: .max) }
    }
    for disturbance in disturbances { tell(disturbance, course, report) }
    return disturbances.count
  }

  /// - Returns: whether the disturbance came.
  @discardableResult
  private func tell(_ disturbance: Disturbance, _ course: Course, _ report: (String) -> Void) -> Bool {
    do { return try play(disturbance, course) } catch {
      report("\(name), \(disturbance): \(error)")
      return true
    }
  }
}
