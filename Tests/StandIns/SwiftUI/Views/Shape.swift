/// A shape.
///
/// <https://developer.apple.com/documentation/swiftui/shape>
@MainActor @preconcurrency
public protocol Shape: Sendable, View {}

/// A rectangle.
///
/// <https://developer.apple.com/documentation/swiftui/rectangle>
public struct Rectangle: Sendable {
  /// Makes a rectangle.
  public nonisolated init() {}
}

extension Shape where Body == Never {
  /// A shape says nothing.
  func render(in context: HarnessContext) -> [HarnessNode] { [] }
}
extension Rectangle: Shape, HarnessView {}
