import Foundation

@MainActor @preconcurrency
public protocol Shape: Sendable, View {}

public struct Rectangle: Sendable {
  public nonisolated init() {}
}

public struct RoundedRectangle: Sendable {
  let radius: CGFloat
  /// <https://developer.apple.com/documentation/swiftui/roundedrectangle/init(cornerradius:style:)>
  public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    radius = cornerRadius
  }
}

public enum RoundedCornerStyle: Sendable {
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
