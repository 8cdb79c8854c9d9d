extension View {
  /// Lays a view over this one.
  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content()))
  }
  /// Lets nobody use the view.
  public nonisolated func disabled(_ disabled: Bool) -> some View {
    modifier(EnvironmentModifier { $0.isEnabled = $0.isEnabled && !disabled })
  }
  /// Gives the view the value by which a picker or a list knows it.
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    modifier(NodeModifier { node, _ in node.tag = AnyHashable(tag) })
  }
}

struct LayerModifier<Layer: View> {
  let layer: Layer
}
extension LayerModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    let shown = content(context)
    let layer = context.part("layer").render(layer)
    guard !layer.isEmpty else { return shown }
    let node = context.node(.layered, children: shown + layer).with {
      $0.tag = shown.first?.tag
    }
    return [node]
  }
}
