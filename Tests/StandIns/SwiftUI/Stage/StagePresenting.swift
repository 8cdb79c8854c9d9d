extension View {
  /// The system's side: shows an element above the screen while there is one, for QuickLook's stand-in.
  public nonisolated func presenting(_ node: @escaping @MainActor () -> StageNode?) -> some View {
    modifier(PresentingModifier(node: node))
  }
}

struct PresentingModifier {
  let node: @MainActor () -> StageNode?
}
extension PresentingModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    if let node = node() { context.present(node) }
    return content(context)
  }
}
