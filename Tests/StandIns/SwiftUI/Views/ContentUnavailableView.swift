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

extension ContentUnavailableView
where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// Makes the view of a localised title, a symbol and a sentence.
  public nonisolated init(
    _ title: LocalizedStringKey, systemImage name: String, description: Text? = nil
  ) {
    self.init(
      label: SwiftUI.Label(title, systemImage: name), description: description, actions: EmptyView())
  }
  /// Makes the view of a title, a symbol and a sentence.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(
    _ title: S, systemImage name: String, description: Text? = nil
  ) {
    self.init(
      label: SwiftUI.Label(title, systemImage: name), description: description, actions: EmptyView())
  }
}

/// What ``ContentUnavailableView/search`` shows.
public struct SearchUnavailableContent {
  /// The title.
  public struct Label: Sendable {
    let text: String?
  }
  /// The sentence.
  public struct Description: Sendable {}
  /// The actions.
  public struct Actions: Sendable {}
}

extension SearchUnavailableContent.Label: StageView {
  /// Says that nothing was found.
  public func render(in context: StageContext) -> [StageNode] {
    let title = text.map { "No Results for “\($0)”" } ?? "No Results"
    return [context.node(.label, label: title).with { $0.symbol = "magnifyingglass" }]
  }
}
extension SearchUnavailableContent.Description: StageView {
  /// Says what to do.
  public func render(in context: StageContext) -> [StageNode] {
    [context.node(.text, label: "Check the spelling or try a new search.")]
  }
}
extension SearchUnavailableContent.Actions: StageView {
  /// Shows nothing.
  public func render(in context: StageContext) -> [StageNode] { [] }
}

extension ContentUnavailableView
where
  Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
  Actions == SearchUnavailableContent.Actions
{
  /// Says that a search found nothing.
  public nonisolated static var search: ContentUnavailableView { .init(searching: nil) }
  /// Says that a search for a text found nothing.
  public nonisolated static func search(text: String) -> Self { .init(searching: text) }

  private nonisolated init(searching text: String?) {
    self.init(
      label: .init(text: text), description: .init(), actions: .init())
  }
}

extension ContentUnavailableView: StageView where Label: View, Description: View, Actions: View {
  /// The view draws itself.
  public typealias Body = Never
  /// Shows the three parts.
  public func render(in context: StageContext) -> [StageNode] {
    let label = context.part("label").render(label)
    let children =
      label + context.part("description").render(description) + context.part("actions").render(actions)
    return [context.node(.unavailable, label: label.plainText, children: children)]
  }
}
