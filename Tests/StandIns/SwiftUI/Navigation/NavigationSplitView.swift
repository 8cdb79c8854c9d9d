@MainActor @preconcurrency
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  nonisolated(unsafe) let sidebar: Sidebar
  nonisolated(unsafe) let content: Content
  nonisolated(unsafe) let detail: Detail
  var compactColumn: Binding<NavigationSplitViewColumn>?
}

extension NavigationSplitView where Content == EmptyView {
  public nonisolated init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) {
    self.init(
      sidebar: sidebar(), content: EmptyView(), detail: detail(), compactColumn: preferredCompactColumn)
  }
}

public struct NavigationSplitViewColumn: Hashable, Sendable {
  let name: String
  /// The first.
  static let sidebar = NavigationSplitViewColumn(name: "sidebar")
  /// The one in the middle.
  static let content = NavigationSplitViewColumn(name: "content")
  public static let detail = NavigationSplitViewColumn(name: "detail")
}
