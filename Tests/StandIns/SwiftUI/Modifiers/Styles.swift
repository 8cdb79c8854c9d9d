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

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {
  associatedtype Body: View
  /// Shows a button; the harness shows it without.
  ///
  /// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/makebody(configuration:)>
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
  typealias Configuration = PrimitiveButtonStyleConfiguration
}
public struct PrimitiveButtonStyleConfiguration {}
extension View {
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    modifier(ButtonStyleModifier(isPlain: S.self == PlainButtonStyle.self))
  }
}
@MainActor @preconcurrency
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  public init() {}
  /// The harness shows it.
  public func makeBody(configuration: BorderlessButtonStyle.Configuration) -> some View { EmptyView() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
@MainActor @preconcurrency
public struct PlainButtonStyle: PrimitiveButtonStyle {
  public init() {}
  /// The harness shows it.
  public func makeBody(configuration: PlainButtonStyle.Configuration) -> some View { EmptyView() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  @MainActor @preconcurrency public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

@MainActor @preconcurrency
public protocol LabelStyle {
  associatedtype Body: View
  /// Shows a label; the harness shows it without.
  ///
  /// <https://developer.apple.com/documentation/swiftui/labelstyle/makebody(configuration:)>
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
  typealias Configuration = LabelStyleConfiguration
}
public struct LabelStyleConfiguration {}
extension View {
  public nonisolated func labelStyle<S: LabelStyle>(_ style: S) -> some View { self }
}
@MainActor @preconcurrency
public struct IconOnlyLabelStyle: LabelStyle {
  public init() {}
  /// The harness shows it.
  public func makeBody(configuration: IconOnlyLabelStyle.Configuration) -> some View { EmptyView() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  @MainActor @preconcurrency public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}
