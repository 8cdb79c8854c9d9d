extension View {
  /// Takes what is dropped on the view.
  public nonisolated func dropDestination<T: Transferable>(
    for payloadType: T.Type = T.self, action: @escaping (_ items: [T], _ location: CGPoint) -> Bool,
    isTargeted: @escaping (Bool) -> Void = { _ in }
  ) -> some View {
    modifier(
      NodeModifier { node, _ in
        node.actions.drop = { values in
          let items = values.compactMap { $0 as? T }
          guard !items.isEmpty else { return false }
          isTargeted(true)
          defer { isTargeted(false) }
          return action(items, .zero)
        }
      })
  }
  /// Lets a person drag the view.
  public nonisolated func draggable<T: Transferable>(_ payload: @autoclosure @escaping () -> T) -> some View {
    modifier(NodeModifier { node, _ in node.actions.drag = payload })
  }
  /// Lets a person drag the view: the provider is asked for when he begins to.
  public nonisolated func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
    modifier(NodeModifier { node, _ in node.actions.drag = data })
  }
}

extension DynamicViewContent {
  /// Takes what is dropped between the views.
  public nonisolated func dropDestination<T: Transferable>(
    for payloadType: T.Type = T.self, action: @escaping ([T], Int) -> Void
  ) -> some DynamicViewContent {
    modifier(
      NodeModifier { node, _ in
        node.actions.drop = { values in
          let items = values.compactMap { $0 as? T }
          if !items.isEmpty { action(items, 0) }
          return !items.isEmpty
        }
      })
  }
}
