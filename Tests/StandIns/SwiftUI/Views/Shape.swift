/// A shape.
///
/// <https://developer.apple.com/documentation/swiftui/shape>
@MainActor @preconcurrency
public protocol Shape: Sendable, View {}

/// A rectangle.
public struct Rectangle: Sendable {
  /// Makes a rectangle.
  public nonisolated init() {}
}
/// A rectangle with round corners.
///
/// <https://developer.apple.com/documentation/swiftui/roundedrectangle>
public struct RoundedRectangle: Sendable {
  /// Makes a rectangle.
  public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
}
/// A circle.
public struct Circle: Sendable {
  /// Makes a circle.
  public nonisolated init() {}
}
/// A rectangle with half circles at its ends.
///
/// <https://developer.apple.com/documentation/swiftui/capsule>
public struct Capsule: Sendable {
  /// Makes a capsule.
  public nonisolated init(style: RoundedCornerStyle = .continuous) {}
}
/// How corners are round.
public enum RoundedCornerStyle: Sendable {
  /// The ways.
  case circular, continuous
}

extension Shape where Body == Never {
  /// A shape says nothing.
  public func render(in context: StageContext) -> [StageNode] { [] }
  /// Fills the shape.
  public nonisolated func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View {
    self
  }
}
extension Rectangle: Shape, StageView {}
extension RoundedRectangle: Shape, StageView {}
extension Circle: Shape, StageView {}
extension Capsule: Shape, StageView {}
extension Shape where Self == Rectangle {
  /// A rectangle.
  public nonisolated static var rect: Rectangle { Rectangle() }
}
extension Shape where Self == Circle {
  /// A circle.
  public nonisolated static var circle: Circle { Circle() }
}
extension Shape where Self == Capsule {
  /// A capsule.
  public nonisolated static var capsule: Capsule { Capsule() }
}
