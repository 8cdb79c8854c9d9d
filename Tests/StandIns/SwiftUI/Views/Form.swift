/// Controls in groups, as in settings.
///
/// <https://developer.apple.com/documentation/swiftui/form>
@MainActor @preconcurrency
public struct Form<Content: View>: View {
  nonisolated(unsafe) let content: Content
  /// Makes a form.
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension Form: HarnessView {
  /// A form draws itself.
  public typealias Body = Never
  /// Shows the content as a list does.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(List { content })
  }
}
