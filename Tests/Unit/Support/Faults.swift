import IntrayCore
import Synchronization

/// Counts calls, in the order in which they were made.
public final class CallLog: Sendable {
  private let requests = Mutex<[DiskRequest]>([])

  /// Has seen nothing yet.
  public init() {}

  /// All of them.
  public var all: [DiskRequest] { requests.withLock { $0 } }

  /// How many there were of one function.
  public func count(of call: DiskCall) -> Int { all.count { $0.call == call } }

  func note(_ request: DiskRequest) { requests.withLock { $0.append(request) } }
}

/// What a test turns on and off for other threads.
public final class Flag: Sendable {
  private let state: Mutex<Bool>

  /// A flag that is on or off.
  public init(_ isOn: Bool = false) { state = Mutex(isOn) }

  /// Whether it is on.
  public var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Turns it on.
  ///
  /// - Returns: whether it was off.
  public func turnOn() -> Bool {
    state.withLock { isOn in
      defer { isOn = true }
      return !isOn
    }
  }
}

/// Decides at which call something happens: at the n-th of one function, or of any.
public final class Fuse: Sendable {
  private let call: DiskCall?
  private let number: Int
  private let length: Int
  private let seen = Mutex(0)

  /// A fuse for the n-th call, from 1 on.
  ///
  /// - Parameters:
  ///   - call: which function counts; nil is any.
  ///   - isLasting: whether it blows at every later call too.
  public convenience init(at number: Int, of call: DiskCall? = nil, isLasting: Bool = false) {
    self.init(at: number, of: call, length: isLasting ? .max : 1)
  }

  /// A fuse that blows at as many calls as `length` says, from the n-th on.
  public init(at number: Int, of call: DiskCall? = nil, length: Int) {
    self.number = number
    self.call = call
    self.length = length
  }

  /// Whether the call came at all. A sweep over all n ends when it did not.
  public var hasBlown: Bool { seen.withLock { $0 >= number } }

  /// Whether it blows at this call, which counts.
  public func blows(for request: DiskRequest) -> Bool {
    if let call, call != request.call { return false }
    return seen.withLock { seen in
      seen += 1
      return seen >= number && seen - number < length
    }
  }
}

extension Disk {
  /// The same disk, noting each call.
  public func logging(to log: CallLog) -> Disk {
    asking { request throws(DiskError) in log.note(request) }
  }

  /// The same disk, refusing the calls for which a fuse blows.
  public func failing(_ fuse: Fuse, with error: DiskError) -> Disk {
    asking { request throws(DiskError) in
      if fuse.blows(for: request) { throw error }
    }
  }

  /// The same disk, refusing calls of some functions while a flag is on; with a name only those for an entry of that name.
  public func refusing(
    _ calls: Set<DiskCall>, of name: FileName? = nil, with code: DiskError.Code, while flag: Flag = Flag(true)
  ) -> Disk {
    asking { request throws(DiskError) in
      guard flag.isOn, calls.contains(request.call), name == nil || request.name == name else { return }
      throw .of(code, number: 0)
    }
  }

  /// The same disk, of a process that is killed before its n-th call: neither that call nor any later one
  /// does anything. (Descriptors are closed: the kernel does that.)
  public func dying(_ fuse: Fuse) -> Disk {
    let isDead = Mutex(false)
    return asking { request throws(DiskError) in
      let isOver = isDead.withLock { dead in
        dead = dead || fuse.blows(for: request)
        return dead
      }
      if isOver { throw .killed }
    }
  }

  /// The same disk, with something else happening just before the calls for which a fuse blows: what
  /// another process does at that moment.
  public func interrupted(
    _ fuse: Fuse, by intruder: @escaping @Sendable (DiskRequest) -> Void
  ) -> Disk {
    asking { request throws(DiskError) in
      if fuse.blows(for: request) { intruder(request) }
    }
  }
}

extension Disk {
  /// The same disk, on which a folder cannot be opened, but files in it can: what iOS gives an app of another app's file.
  public func sealing(_ folder: String) -> Disk {
    var disk = self
    disk.openRoot = { path throws(DiskError) in
      if path == folder { throw .of(.denied, number: 1) }
      return try openRoot(path)
    }
    return disk
  }
}

extension Disk {
  /// The same disk on a volume like APFS: a modification date before the creation date moves that, too, and a creation date
  /// can be set.
  public func movingCreationDates() -> Disk {
    let dates = Mutex<[FileID: FileTime]>([:])
    let base = self
    var disk = self
    disk.status = { folder, name throws(DiskError) in
      var status = try base.status(folder, name)
      status.created = dates.withLock { $0[status.file] } ?? status.created
      return status
    }
    let look = disk.status
    disk.setModified = { file, time throws(DiskError) in
      let before = try look(file, nil)
      try base.setModified(file, time)
      if let time, let created = before.created, time < created { dates.withLock { $0[before.file] = time } }
    }
    disk.setCreated = { file, time throws(DiskError) in
      let number = try look(file, nil).file
      dates.withLock { $0[number] = time }
    }
    return disk
  }
}

extension DiskError {
  /// What a process sees of a call that it did not live to make.
  public static let killed = DiskError(.failed, call: "kill", number: 9, at: "")

  /// An error of the kernel, as the product translates it.
  public static func of(_ code: Code, number: Int32, call: String = "") -> DiskError {
    DiskError(code, call: call, number: number, at: "")
  }

  /// The errors that the product tells apart, and one for all that it does not.
  public static let everyKind: [DiskError] = [
    .of(.noSpace, number: 28), .of(.denied, number: 13), .of(.notFound, number: 2),
    .of(.notAFolder, number: 20), .of(.failed, number: 5, call: "fsync"),
  ]
}
