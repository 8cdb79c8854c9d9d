/// How something is filled.
///
/// <https://developer.apple.com/documentation/swiftui/shapestyle>
public protocol ShapeStyle: Sendable {}

/// A colour.
public struct Color: Hashable, Sendable, ShapeStyle {
  let name: String
  /// A colour of the app's catalogue.
  public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
  init(system name: String) { self.name = name }
  /// A colour by its parts.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    name = "\(red) \(green) \(blue) \(opacity)"
  }

  /// The app's accent.
  public static let accentColor = Color(system: "accent")
  /// For main content.
  public static let primary = Color(system: "primary")
  /// For what is less important.
  public static let secondary = Color(system: "secondary")
  /// Nothing.
  public static let clear = Color(system: "clear")
  /// Black.
  public static let black = Color(system: "black")
  /// White.
  public static let white = Color(system: "white")
  /// Gray.
  public static let gray = Color(system: "gray")
  /// Red.
  public static let red = Color(system: "red")
  /// Orange.
  public static let orange = Color(system: "orange")
  /// Yellow.
  public static let yellow = Color(system: "yellow")
  /// Green.
  public static let green = Color(system: "green")
  /// Blue.
  public static let blue = Color(system: "blue")
  /// Indigo.
  public static let indigo = Color(system: "indigo")
  /// Purple.
  public static let purple = Color(system: "purple")
  /// The colour, more transparent.
  public func opacity(_ opacity: Double) -> Color { self }
}

extension Color: StageView {
  /// A colour says nothing.
  public func render(in context: StageContext) -> [StageNode] { [] }
}

/// A style of the surroundings, in a level.
///
/// <https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle>
public struct HierarchicalShapeStyle: ShapeStyle {}
/// The tint of the surroundings.
public struct TintShapeStyle: ShapeStyle {
  /// Makes the style.
  public init() {}
}
/// The background of the surroundings.
///
/// <https://developer.apple.com/documentation/swiftui/backgroundstyle>
public struct BackgroundStyle: ShapeStyle {
  /// Makes the style.
  public init() {}
}
/// A blur of what lies behind.
public struct Material: ShapeStyle {
  /// Thin.
  public static let thin = Material()
  /// Regular.
  public static let regular = Material()
  /// As bars have it.
  public static let bar = Material()
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// The first level.
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  /// The second level.
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  /// The third level.
  public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  /// The fourth level.
  public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
extension ShapeStyle where Self == TintShapeStyle {
  /// The tint.
  public static var tint: TintShapeStyle { TintShapeStyle() }
}
extension ShapeStyle where Self == BackgroundStyle {
  /// The background.
  public static var background: BackgroundStyle { BackgroundStyle() }
}
extension ShapeStyle where Self == Material {
  /// A thin blur.
  public static var thinMaterial: Material { .thin }
  /// A regular blur.
  public static var regularMaterial: Material { .regular }
  /// The blur of bars.
  public static var bar: Material { .bar }
}
extension ShapeStyle where Self == Color {
  /// Nothing.
  public static var clear: Color { .clear }
  /// Black.
  public static var black: Color { .black }
  /// White.
  public static var white: Color { .white }
  /// Gray.
  public static var gray: Color { .gray }
  /// Red.
  public static var red: Color { .red }
  /// Orange.
  public static var orange: Color { .orange }
  /// Yellow.
  public static var yellow: Color { .yellow }
  /// Green.
  public static var green: Color { .green }
  /// Blue.
  public static var blue: Color { .blue }
  /// Indigo.
  public static var indigo: Color { .indigo }
  /// Purple.
  public static var purple: Color { .purple }
}
