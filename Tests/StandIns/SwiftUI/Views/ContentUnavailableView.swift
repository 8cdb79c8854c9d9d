/// Says that there is nothing to show, and why.
///
/// <https://developer.apple.com/documentation/swiftui/contentunavailableview>
public struct ContentUnavailableView<Label, Description, Actions> {
  let label: Label
  let description: Description
  let actions: Actions
}

extension ContentUnavailableView: View where Label: View, Description: View, Actions: View {
  /// Makes the view of three parts.
  public nonisolated init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.init(label: label(), description: description(), actions: actions())
  }
}

extension ContentUnavailableView: HarnessView where Label: View, Description: View, Actions: View {
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
