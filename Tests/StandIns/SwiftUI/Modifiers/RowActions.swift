extension View {
  public nonisolated func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View {
    modifier(ActionsModifier(actions: content(), place: \.swipeActions))
  }
  public nonisolated func listRowBackground<V: View>(_ view: V?) -> some View { self }
  public nonisolated func contextMenu<M: View>(@ViewBuilder menuItems: () -> M) -> some View {
    modifier(ActionsModifier(actions: menuItems(), place: \.menu))
  }
}

struct ActionsModifier<Actions: View> {
  let actions: Actions
  let place: WritableKeyPath<HarnessNode, [HarnessNode]>
}
extension ActionsModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let actions = context.part("actions").render(actions)
    return content(context).map { node in node.with { $0[keyPath: place] += actions } }
  }
}
