import Foundation

extension View {
  /// Lays a view over this one.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)>
  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content(), place: "over"))
  }
  /// Shows a view at an edge, and keeps the content clear of it.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/safeareainset(edge:alignment:spacing:content:)-4s51l>
  public nonisolated func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content(), place: "bottom"))
  }
  /// Lets the view reach below the bars and to the edges of the screen.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/ignoressafearea(_:edges:)>
  public nonisolated func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all)
    -> some View
  { self }
  /// Disables the view.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/disabled(_:)>
  public nonisolated func disabled(_ disabled: Bool) -> some View {
    modifier(EnvironmentModifier { $0.isEnabled = $0.isEnabled && !disabled })
  }
  /// Gives the view the value by which a picker or a list knows it.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:)>
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    modifier(NodeModifier { node, _ in node.tag = AnyHashable(tag) })
  }
}

/// What lies over the edges of the screen.
///
/// <https://developer.apple.com/documentation/swiftui/safearearegions>
public struct SafeAreaRegions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Regions of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// All of it.
  public static let all = SafeAreaRegions(rawValue: .max)
}

struct LayerModifier<Layer: View> {
  let layer: Layer
  let place: String
}
extension LayerModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let shown = content(context)
    let layer = context.part("layer").render(layer).map { node in node.with { $0.look.place = place } }
    guard !layer.isEmpty else { return shown }
    // What lies over Quick Look is reached like what is in it.
    if shown.count == 1, shown[0].role == .preview {
      return [shown[0].with { $0.children += layer }]
    }
    let node = context.node(.layered, children: shown + layer).with {
      $0.tag = shown.first?.tag
    }
    return [node]
  }
}
