@MainActor @preconcurrency
public struct Form<Content: View>: View {
  nonisolated(unsafe) let content: Content
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension Form: HarnessView {
  public typealias Body = Never
  /// Shows the content as a list does.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(List { content })
  }
}
