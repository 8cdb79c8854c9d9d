import Foundation

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

/// A rectangle with round corners.
///
/// <https://developer.apple.com/documentation/swiftui/roundedrectangle>
public struct RoundedRectangle: Sendable {
  let radius: CGFloat
  /// Makes a rectangle.
  ///
  /// <https://developer.apple.com/documentation/swiftui/roundedrectangle/init(cornerradius:style:)>
  public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    radius = cornerRadius
  }
}

/// How corners are round.
///
/// <https://developer.apple.com/documentation/swiftui/roundedcornerstyle>
public enum RoundedCornerStyle: Sendable {
  /// Without an edge where the curve begins.
  case continuous
}

extension Shape where Body == Never {
  /// A shape says nothing.
  func render(in context: HarnessContext) -> [HarnessNode] { [] }
}
extension Rectangle: Shape, HarnessView {}
extension RoundedRectangle: Shape, HarnessView {
  /// Shows it, and says nothing.
  func render(in context: HarnessContext) -> [HarnessNode] { [.unread { $0.radius = radius }] }
}
