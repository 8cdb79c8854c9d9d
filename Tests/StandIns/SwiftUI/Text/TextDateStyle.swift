extension Text {
  /// A way to show a date.
  public struct DateStyle: Sendable, Equatable {
    enum Kind: Sendable { case time, date, relative, offset, timer }
    let kind: Kind
    /// The time of day.
    public static let time = DateStyle(kind: .time)
    /// The day.
    public static let date = DateStyle(kind: .date)
    /// How long ago, or how far ahead.
    public static let relative = DateStyle(kind: .relative)
    /// The distance from now.
    public static let offset = DateStyle(kind: .offset)
    /// A clock that runs.
    public static let timer = DateStyle(kind: .timer)
  }

  /// Shows a date.
  public init(_ date: Date, style: DateStyle) {
    let distance = Duration.seconds(abs(date.timeIntervalSinceNow.rounded()))
    switch style.kind {
    case .time: self.init(string: date.formatted(date: .omitted, time: .shortened))
    case .date: self.init(string: date.formatted(date: .long, time: .omitted))
    case .relative, .offset:
      self.init(
        string: distance.formatted(.units(allowed: [.days, .hours, .minutes, .seconds], maximumUnitCount: 2)))
    case .timer: self.init(string: distance.formatted(.time(pattern: .hourMinuteSecond)))
    }
  }
}
