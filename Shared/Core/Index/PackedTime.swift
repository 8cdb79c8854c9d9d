/// A time in nanoseconds since 1970. Times before 1678 and after 2261 count as the first and the last that it has.
struct PackedTime: Comparable {
  private let nanoseconds: Int64

  /// No time; before every other.
  static let none = PackedTime(nanoseconds: .min)

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  init(_ time: FileTime?) {
    guard let time else { self = .none; return }
    let (product, isTooMuch) = time.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOver) = product.addingReportingOverflow(time.nanoseconds)
    nanoseconds = isTooMuch || isOver ? (time.seconds < 0 ? .min + 1 : .max) : sum
  }

  /// The time; nil for ``none``.
  var time: FileTime? {
    if self == .none { return nil }
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0
      ? FileTime(seconds: seconds - 1, nanoseconds: rest + 1_000_000_000)
      : FileTime(seconds: seconds, nanoseconds: rest)
  }

  /// A number that is larger for a later time.
  var rank: Int64 { nanoseconds }

  static func < (one: PackedTime, other: PackedTime) -> Bool { one.nanoseconds < other.nanoseconds }
}
