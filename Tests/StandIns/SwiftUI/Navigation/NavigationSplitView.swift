/// Two or three columns.
///
/// <https://developer.apple.com/documentation/swiftui/navigationsplitview>
public struct NavigationSplitView<Sidebar, Content, Detail> {
  let sidebar: Sidebar
  let content: Content
  let detail: Detail
  var compactColumn: Binding<NavigationSplitViewColumn>?
}

extension NavigationSplitView: View where Sidebar: View, Content: View, Detail: View {
}

extension NavigationSplitView where Sidebar: View, Content == EmptyView, Detail: View {
  /// Makes two columns, and says which of them is seen where there is room for one.
  public nonisolated init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) {
    self.init(
      sidebar: sidebar(), content: EmptyView(), detail: detail(), compactColumn: preferredCompactColumn)
  }
}

/// A column.
///
/// <https://developer.apple.com/documentation/swiftui/navigationsplitviewcolumn>
public struct NavigationSplitViewColumn: Hashable, Sendable {
  let name: String
  /// The first.
  static let sidebar = NavigationSplitViewColumn(name: "sidebar")
  /// The one in the middle.
  static let content = NavigationSplitViewColumn(name: "content")
  /// The last.
  public static let detail = NavigationSplitViewColumn(name: "detail")
}
