import Foundation

// How a view looks is shown by pictures only.
extension View {
  public nonisolated func monospaced(_ isActive: Bool = true) -> some View { self }
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    node { $0.look.size = CGSize(width: width ?? 0, height: height ?? 0) }
  }
  public nonisolated func scaledToFit() -> some View { self }
  public nonisolated func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> some View { self }
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
    node { $0.look.color = $0.look.color ?? style.colorName }
  }
  public nonisolated func tint(_ tint: Color?) -> some View { node { $0.look.color = tint?.name } }
  public nonisolated func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
  public nonisolated func font(_ font: Font?) -> some View { node { $0.look.textStyle = font?.style } }
  public nonisolated func lineLimit(_ number: Int?) -> some View { node { $0.look.lineLimit = number } }
  public nonisolated func truncationMode(_ mode: Text.TruncationMode) -> some View {
    node { $0.look.isCutInTheMiddle = mode == .middle }
  }
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  public nonisolated func listRowBackground<V: View>(_ view: V?) -> some View { self }
  public nonisolated func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    let name = S.self == IconOnlyLabelStyle.self ? "icon" : "title and icon"
    return context { $0.environment.labelStyle = name }
  }
  /// A plain button has no frame.
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    let isPlain = S.self == PlainButtonStyle.self
    return context { $0.environment.hasPlainButtons = isPlain }
  }
  /// Shows a number at the end of a row of a list; none for 0.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/badge(_:)-6k2u9>
  public nonisolated func badge(_ count: Int) -> some View {
    node { if count != 0 { $0.value = String(localized: "\(count)") } }
  }

  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    layered(content(), "over")
  }
  /// Shows a view at an edge, and keeps the content clear of it.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/safeareainset(edge:alignment:spacing:content:)-4s51l>
  public nonisolated func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    layered(content(), "bottom")
  }
  private nonisolated func layered(_ layer: some View, _ place: String) -> some View {
    drawn((layer: AnyView(layer), place: place)) { value, content, context in
      let shown = content(context)
      let layer = context.part("layer").render(value.layer).map { $0.with { $0.look.place = value.place } }
      guard !layer.isEmpty else { return shown }
      // What lies over Quick Look is reached like what is in it.
      if shown.count == 1, shown[0].role == .preview {
        return [shown[0].with { $0.children += layer }]
      }
      return [context.node(.layered, children: shown + layer).with { $0.tag = shown.first?.tag }]
    }
  }
  /// What lies below is seen through nothing: only its views of UIKit matter here.
  public nonisolated func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    drawn(AnyView(content())) { layer, content, context in
      let shown = content(context)
      let views = context.part("background").render(layer).flatMap(\.views)
      return shown.map { $0.with { $0.views += views } }
    }
  }
}

public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let all = SafeAreaRegions(rawValue: UInt.max)
}

public enum TextAlignment: Hashable, Sendable {
  case center
}

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {
  associatedtype Body: View
  /// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/makebody(configuration:)>
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
  typealias Configuration = PrimitiveButtonStyleConfiguration
}

public struct PrimitiveButtonStyleConfiguration {}

@MainActor @preconcurrency
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  public init() {}
  public func makeBody(configuration: BorderlessButtonStyle.Configuration) -> some View { EmptyView() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

@MainActor @preconcurrency
public struct PlainButtonStyle: PrimitiveButtonStyle {
  public init() {}
  public func makeBody(configuration: PlainButtonStyle.Configuration) -> some View { EmptyView() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  @MainActor @preconcurrency public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

@MainActor @preconcurrency
public protocol LabelStyle {
  associatedtype Body: View
  /// <https://developer.apple.com/documentation/swiftui/labelstyle/makebody(configuration:)>
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
  typealias Configuration = LabelStyleConfiguration
}

public struct LabelStyleConfiguration {}

@MainActor @preconcurrency
public struct IconOnlyLabelStyle: LabelStyle {
  public init() {}
  public func makeBody(configuration: IconOnlyLabelStyle.Configuration) -> some View { EmptyView() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  @MainActor @preconcurrency public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

@MainActor @preconcurrency
public struct TitleAndIconLabelStyle: LabelStyle {
  public init() {}
  public func makeBody(configuration: TitleAndIconLabelStyle.Configuration) -> some View { EmptyView() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
  @MainActor @preconcurrency public static var titleAndIcon: TitleAndIconLabelStyle { .init() }
}
