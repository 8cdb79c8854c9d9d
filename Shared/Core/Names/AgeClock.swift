/// The clock by whose reading anything is removed for its age: what is in the trash, and copies in `Staging`. It is an
/// attribute of the folder `Trash`.
///
/// The clock that the user sets may be wrong for a launch or for a week, both ways, and may be set often. So this one goes
/// on by the step of that clock from one activation of the app to the next, at most a week at once, and never back. What
/// that clock goes back is owed: as much of its next steps does not count.
public struct AgeClock: Hashable, Sendable {
  fileprivate static let attribute = Identity.prefix + "clock"
  /// In seconds: a week. If the user opens the app less often, what is deleted stays longer.
  static let longestStep: Int64 = 7 * 24 * 60 * 60
  /// In seconds. A shorter step counts with the next one: after each that is stored, the next scan lists the trash.
  private static let shortestStep: Int64 = 60 * 60

  /// What it shows, in seconds.
  private(set) var reading: Int64 = 0
  /// The time of its last step, by the clock that the user sets, in seconds since 1970.
  private var stepped: Int64
  /// How many seconds of the next steps do not count.
  private var owed: Int64 = 0

  init(at now: FileTime) { stepped = now.seconds }

  /// Reads what ``bytes`` wrote; nil for anything else.
  fileprivate init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    // Sums of such numbers do not overflow. A year has less than 2^25 seconds.
    let limits: Range<Int64> = -1 << 50..<1 << 50
    guard bytes.count == 24, let reading = decoder.number(), let stepped = decoder.number(),
      let owed = decoder.number(), limits.contains(reading), limits.contains(stepped), limits.contains(owed),
      reading >= 0, owed >= 0
    else { return nil }
    (self.reading, self.stepped, self.owed) = (reading, stepped, owed)
  }

  fileprivate var bytes: [UInt8] {
    var encoder = Encoder()
    for number in [reading, stepped, owed] { encoder.add(number) }
    return encoder.bytes
  }

  /// How many seconds ago it showed a reading; nil when it cannot have shown it: the clock may have been lost with its
  /// folder. Then the caller stores the present reading, and the age begins anew.
  func age(of reading: Int64) -> Int64? {
    (0...self.reading + Self.longestStep).contains(reading) ? self.reading - reading : nil
  }

  /// Goes on to a moment of the clock that the user sets.
  /// - Returns: whether the step is to be stored.
  mutating func step(to now: FileTime) -> Bool {
    let step = min(max(now.seconds - stepped, -Self.longestStep), Self.longestStep)
    stepped = now.seconds
    reading += max(step - owed, 0)
    owed = max(owed - step, 0)
    return abs(step) >= Self.shortestStep
  }
}

extension Container {
  /// The clock of ages as it is now. One that is missing or malformed begins anew.
  /// - Parameter isStored: whether the clock makes a step. Only the app does so, at each activation. If the process dies in
  ///   it, or the step cannot be stored, the next activation makes it.
  /// - Throws: the error of the disk when it cannot be read: then nothing has an age.
  public func ageClock(now: FileTime = .now, isStored: Bool = false) throws(DiskError) -> AgeClock {
    let trash = try open(.trash).opened
    let stored = try trash.attribute(AgeClock.attribute).flatMap { AgeClock($0) }
    var clock = stored ?? AgeClock(at: now)
    if clock.step(to: now) || stored == nil, isStored {
      // It shows at most a week more than what is stored, however often a full volume refuses it.
      try? trash.setAttribute(AgeClock.attribute, clock.bytes)
    }
    return clock
  }
}
