/// How something is filled.
///
/// <https://developer.apple.com/documentation/swiftui/shapestyle>
public protocol ShapeStyle: Sendable {}

/// A colour.
///
/// <https://developer.apple.com/documentation/swiftui/color>
public struct Color: Hashable, Sendable, ShapeStyle {
  let name: String
  init(system name: String) { self.name = name }

  /// As the system colours what destroys.
  public static let red = Color(system: "red")
  /// For content beside it.
  public static let secondary = Color(system: "secondary")
  /// The app's colour.
  public static let accentColor = Color(system: "accent")
  /// White.
  public static let white = Color(system: "white")
  /// None.
  public static let clear = Color(system: "clear")

  /// The colour, so that what is below shows through.
  ///
  /// <https://developer.apple.com/documentation/swiftui/color/opacity(_:)>
  public func opacity(_ opacity: Double) -> Color { Color(system: "\(name) \(opacity)") }
}

extension ShapeStyle {
  /// The name of the colour.
  var colorName: String { (self as? Color)?.name ?? (self is TintShapeStyle ? "accent" : "secondary") }
}

extension Color: HarnessView {
  /// A colour says nothing.
  func render(in context: HarnessContext) -> [HarnessNode] { [] }
}

/// A style of the surroundings, in a level.
///
/// <https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle>
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// The second level.
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

/// The tint of the surroundings.
///
/// <https://developer.apple.com/documentation/swiftui/tintshapestyle>
public struct TintShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == TintShapeStyle {
  /// The tint of the surroundings.
  public static var tint: TintShapeStyle { TintShapeStyle() }
}

/// A blurred background.
///
/// <https://developer.apple.com/documentation/swiftui/material>
public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
  /// As behind the system's toolbars.
  public static var bar: Material { Material() }
}
