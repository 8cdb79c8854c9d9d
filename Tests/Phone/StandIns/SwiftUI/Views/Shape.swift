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

extension Rectangle: Shape, HarnessView {
  func render(in context: HarnessContext) -> [HarnessNode] { [] }
}
extension RoundedRectangle: Shape, HarnessView {
  func render(in context: HarnessContext) -> [HarnessNode] { [.unread { $0.radius = radius }] }
}

public protocol ShapeStyle: Sendable {}

public struct Color: Hashable, Sendable, ShapeStyle {
  let name: String
  init(system name: String) { self.name = name }

  public static let red = Color(system: "red")
  public static let orange = Color(system: "orange")
  public static let yellow = Color(system: "yellow")
  public static let green = Color(system: "green")
  public static let blue = Color(system: "blue")
  public static let purple = Color(system: "purple")
  public static let gray = Color(system: "gray")
  public static let secondary = Color(system: "secondary")
  public static let accentColor = Color(system: "accent")
  public static let white = Color(system: "white")
  public static let clear = Color(system: "clear")

  public func opacity(_ opacity: Double) -> Color { Color(system: "\(name) \(opacity)") }
}

extension ShapeStyle {
  /// The name of the colour.
  var colorName: String { (self as? Color)?.name ?? (self is TintShapeStyle ? "accent" : "secondary") }
}

extension Color: HarnessView {
  func render(in context: HarnessContext) -> [HarnessNode] { [] }
}

public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

public struct TintShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { TintShapeStyle() }
}

public struct Material: ShapeStyle {}
extension ShapeStyle where Self == Material {
  /// As behind the system's toolbars.
  public static var bar: Material { Material() }
}
