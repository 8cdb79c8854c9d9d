@testable import IntrayCore

extension AgeClock {
  /// The clock after as many activations of the app, a day apart.
  public static func showing(days: Int64) -> AgeClock {
    var clock = AgeClock(at: FileTime(seconds: 0))
    for day in 0...days { _ = clock.step(to: FileTime(seconds: day * 24 * 60 * 60)) }
    return clock
  }
}

extension Inbox {
  /// Sweeps twice, with so many days between that everything staged counts as abandoned.
  public func sweepLongAfter() throws(DiskError) {
    try sweep(.showing(days: 0))
    try sweep(.showing(days: 9))
  }
}

extension Documents {
  /// Empties the trash twice, with so many days between that everything in it goes.
  public func emptyTrashLongAfter() throws(DiskError) {
    try emptyTrash(.showing(days: 0))
    try emptyTrash(.showing(days: 31))
  }
}
