// How controls look is not shown here, save that a plain button has no frame.

struct ButtonStyleModifier {
  let isPlain: Bool
}
extension ButtonStyleModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    content(context.with { $0.environment.hasPlainButtons = isPlain })
  }
}

/// How a button looks.
///
/// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle>
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {
  /// The type of what it shows.
  associatedtype Body: View
  /// Shows a button; the harness shows it without.
  ///
  /// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/makebody(configuration:)>
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
  /// The button.
  typealias Configuration = PrimitiveButtonStyleConfiguration
}
/// A button that a style shows.
///
/// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyleconfiguration>
public struct PrimitiveButtonStyleConfiguration {}
extension View {
  /// Says how a button looks.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/buttonstyle(_:)>
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    modifier(ButtonStyleModifier(isPlain: S.self == PlainButtonStyle.self))
  }
}
/// One of the looks of a button.
///
/// <https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle>
@MainActor @preconcurrency
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public init() {}
  /// The harness shows it.
  public func makeBody(configuration: BorderlessButtonStyle.Configuration) -> some View { EmptyView() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
/// One of the looks of a button.
///
/// <https://developer.apple.com/documentation/swiftui/plainbuttonstyle>
@MainActor @preconcurrency
public struct PlainButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public init() {}
  /// The harness shows it.
  public func makeBody(configuration: PlainButtonStyle.Configuration) -> some View { EmptyView() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// How a label looks.
///
/// <https://developer.apple.com/documentation/swiftui/labelstyle>
@MainActor @preconcurrency
public protocol LabelStyle {
  /// The type of what it shows.
  associatedtype Body: View
  /// Shows a label; the harness shows it without.
  ///
  /// <https://developer.apple.com/documentation/swiftui/labelstyle/makebody(configuration:)>
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
  /// The label.
  typealias Configuration = LabelStyleConfiguration
}
/// A label that a style shows.
///
/// <https://developer.apple.com/documentation/swiftui/labelstyleconfiguration>
public struct LabelStyleConfiguration {}
extension View {
  /// Says how a label looks.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/labelstyle(_:)>
  public nonisolated func labelStyle<S: LabelStyle>(_ style: S) -> some View { self }
}
/// One of the looks of a label.
///
/// <https://developer.apple.com/documentation/swiftui/icononlylabelstyle>
@MainActor @preconcurrency
public struct IconOnlyLabelStyle: LabelStyle {
  /// Makes the style.
  public init() {}
  /// The harness shows it.
  public func makeBody(configuration: IconOnlyLabelStyle.Configuration) -> some View { EmptyView() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}
