/// Says that there is nothing to show, and why.
///
/// <https://developer.apple.com/documentation/swiftui/contentunavailableview>
@MainActor @preconcurrency
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let description: Description
  nonisolated(unsafe) let actions: Actions
}
extension ContentUnavailableView {
  /// Makes the view of three parts.
  public nonisolated init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.init(label: label(), description: description(), actions: actions())
  }
}

extension ContentUnavailableView: HarnessView {
  /// The view draws itself.
  public typealias Body = Never
  /// Shows the three parts.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let label = context.part("label").render(label)
    let children =
      label + context.part("description").render(description) + context.part("actions").render(actions)
    return [context.node(.unavailable, label: label.plainText, children: children)]
  }
}
