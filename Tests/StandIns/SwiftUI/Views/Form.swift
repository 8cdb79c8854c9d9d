/// Controls in groups, as in settings.
///
/// <https://developer.apple.com/documentation/swiftui/form>
public struct Form<Content> {
  let content: Content
}
extension Form: View where Content: View {
  /// Makes a form.
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension Form: HarnessView where Content: View {
  /// A form draws itself.
  public typealias Body = Never
  /// Shows the content as a list does.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(List { content })
  }
}
