extension View {
  /// Lays a view over this one.
  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content(), isBehind: false))
  }
  /// Fills the front with a style.
  public nonisolated func overlay<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  /// Lays a view behind this one.
  public nonisolated func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content(), isBehind: true))
  }
  /// Fills the back with a style.
  public nonisolated func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  /// Puts a view at an edge of this one.
  public nonisolated func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    modifier(LayerModifier(layer: content(), isBehind: edge == .top))
  }
  /// Lets nobody use the view.
  public nonisolated func disabled(_ disabled: Bool) -> some View {
    modifier(EnvironmentModifier { $0.isEnabled = $0.isEnabled && !disabled })
  }
  /// Hides the view; it keeps its place.
  public nonisolated func hidden() -> some View { modifier(HiddenModifier()) }
  /// Gives the view an identity.
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { modifier(IdentityModifier(id: id)) }
  /// Gives the view the value by which a picker or a list knows it.
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    modifier(NodeModifier { node, _ in node.tag = AnyHashable(tag) })
  }
}

struct LayerModifier<Layer: View> {
  let layer: Layer
  let isBehind: Bool
}
extension LayerModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    let shown = content(context)
    let layer = context.part("layer").render(layer)
    guard !layer.isEmpty else { return shown }
    let node = context.node(.layered, children: isBehind ? layer + shown : shown + layer).with {
      $0.tag = shown.first?.tag
    }
    return [node]
  }
}

struct HiddenModifier {}
extension HiddenModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    _ = content(context)
    return []
  }
}

struct IdentityModifier<ID: Hashable> {
  let id: ID
}
extension IdentityModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    content(context.child(.identity(AnyHashable(id))))
  }
}
