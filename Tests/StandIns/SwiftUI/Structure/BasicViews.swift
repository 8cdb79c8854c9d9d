public struct EmptyView: Sendable {
  public init() {}
}
extension EmptyView: HarnessView {
  /// Shows nothing.
  func render(in context: HarnessContext) -> [HarnessNode] { [] }
}

/// A view of any type.
struct AnyView {
  private let view: any View
  nonisolated init<V: View>(_ view: V) { self.view = view }
}
extension AnyView: HarnessView {
  /// Shows the view.
  func render(in context: HarnessContext) -> [HarnessNode] { context.render(view) }
}

/// Several views without a layout of their own.
public struct Group<Content> {
  let content: Content
}
extension Group: View where Content: View {
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension Group: HarnessView where Content: View {
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] { context.child(.content).render(content) }
}
