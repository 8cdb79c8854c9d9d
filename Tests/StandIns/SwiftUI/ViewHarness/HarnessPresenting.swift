extension View {
  /// The system's side: shows an element above the screen while there is one, for QuickLook's stand-in.
  public nonisolated func presenting(_ node: @escaping @MainActor () -> HarnessNode?) -> some View {
    modifier(PresentingModifier(node: node))
  }
}

struct PresentingModifier {
  let node: @MainActor () -> HarnessNode?
}
extension PresentingModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    if let node = node() { context.present(node) }
    return content(context)
  }
}
