/// A change over time, which is not shown here.
///
/// <https://developer.apple.com/documentation/swiftui/animation>
public struct Animation: Equatable, Sendable {
  /// As the system has it.
  public static let `default` = Animation()
  /// Slow at both ends.
  public static let easeInOut = Animation()
  /// Slow at the beginning.
  public static let easeIn = Animation()
  /// Slow at the end.
  public static let easeOut = Animation()
  /// At one speed.
  public static let linear = Animation()
  /// Like a spring.
  public static let spring = Animation()
  /// Like a quick spring.
  public static let snappy = Animation()
  /// Like a smooth spring.
  public static let smooth = Animation()
  /// Slow at both ends.
  public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
}

/// Does something, animated.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
