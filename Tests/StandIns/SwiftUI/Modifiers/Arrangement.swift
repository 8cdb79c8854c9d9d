import Foundation

extension View {
  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content(), place: "over"))
  }
  /// <https://developer.apple.com/documentation/swiftui/view/safeareainset(edge:alignment:spacing:content:)-4s51l>
  public nonisolated func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content(), place: "bottom"))
  }
  public nonisolated func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all)
    -> some View
  { self }
  public nonisolated func disabled(_ disabled: Bool) -> some View {
    modifier(EnvironmentModifier { $0.isEnabled = $0.isEnabled && !disabled })
  }
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    modifier(NodeModifier { node, _ in node.tag = AnyHashable(tag) })
  }
}

public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
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
