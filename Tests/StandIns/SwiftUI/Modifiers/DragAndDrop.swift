extension View {
  /// Lets a person drag the view: the provider is asked for when he begins to.
  public nonisolated func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
    modifier(NodeModifier { node, _ in node.actions.drag = data })
  }
}
