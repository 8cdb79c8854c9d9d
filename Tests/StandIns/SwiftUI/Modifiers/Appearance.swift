// How a view looks is not shown here.
extension View {
  /// Makes room around the view.
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  /// Makes room around the view.
  public nonisolated func padding(_ length: CGFloat) -> some View { self }
  /// Makes room around the view.
  public nonisolated func padding(_ insets: EdgeInsets) -> some View { self }
  /// Gives the view a size.
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  /// Limits the size of the view.
  public nonisolated func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
  /// Keeps the ideal size.
  public nonisolated func fixedSize() -> some View { self }
  /// Keeps the ideal size in a direction.
  public nonisolated func fixedSize(horizontal: Bool, vertical: Bool) -> some View { self }
  /// Says who gets room first.
  public nonisolated func layoutPriority(_ value: Double) -> some View { self }
  /// Keeps the proportions.
  public nonisolated func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    self
  }
  /// Fits the view in its place.
  public nonisolated func scaledToFit() -> some View { self }
  /// Fills the place.
  public nonisolated func scaledToFill() -> some View { self }
  /// Draws beyond the safe area.
  public nonisolated func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> some View { self }
  /// Sets the colour.
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  /// Sets the colours of two levels.
  public nonisolated func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(
    _ primary: S1, _ secondary: S2
  ) -> some View { self }
  /// Sets the tint.
  public nonisolated func tint(_ tint: Color?) -> some View { self }
  /// Sets the tint.
  public nonisolated func tint<S: ShapeStyle>(_ tint: S?) -> some View { self }
  /// Makes the view transparent.
  public nonisolated func opacity(_ opacity: Double) -> some View { self }
  /// Scales symbols.
  public nonisolated func imageScale(_ scale: Image.Scale) -> some View { self }
  /// Says how symbols are coloured.
  public nonisolated func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
  /// Says where the view can be touched.
  public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
  /// Cuts the view.
  public nonisolated func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
    self
  }
  /// Animates changes of a value.
  public nonisolated func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
  /// Says how large controls are.
  public nonisolated func controlSize(_ controlSize: ControlSize) -> some View { self }
  /// Hides the labels of controls.
  public nonisolated func labelsHidden() -> some View { self }
  /// Says to which range text may grow.
  public nonisolated func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View
  where T.Bound == DynamicTypeSize { self }
  /// Hides what is private.
  public nonisolated func privacySensitive(_ sensitive: Bool = true) -> some View { self }
}

/// Parts of a screen that the system covers.
///
/// <https://developer.apple.com/documentation/swiftui/safearearegions>
public struct SafeAreaRegions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Makes a set of its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The bars.
  public static let container = SafeAreaRegions(rawValue: 1)
  /// The keyboard.
  public static let keyboard = SafeAreaRegions(rawValue: 2)
  /// All.
  public static let all: SafeAreaRegions = [.container, .keyboard]
}

/// How symbols are coloured.
///
/// <https://developer.apple.com/documentation/swiftui/symbolrenderingmode>
public struct SymbolRenderingMode: Sendable {
  let name: String
  /// In one colour.
  public static let monochrome = SymbolRenderingMode(name: "monochrome")
  /// In levels of one colour.
  public static let hierarchical = SymbolRenderingMode(name: "hierarchical")
  /// In colours that the app gives.
  public static let palette = SymbolRenderingMode(name: "palette")
  /// In their own colours.
  public static let multicolor = SymbolRenderingMode(name: "multicolor")
}

/// How large a control is.
///
/// <https://developer.apple.com/documentation/swiftui/controlsize>
public enum ControlSize: CaseIterable, Sendable {
  /// The sizes.
  case mini, small, regular, large, extraLarge
}

/// How a shape is filled.
///
/// <https://developer.apple.com/documentation/swiftui/fillstyle>
public struct FillStyle: Equatable, Sendable {
  /// Makes the style.
  public init(eoFill: Bool = false, antialiased: Bool = true) {}
}
