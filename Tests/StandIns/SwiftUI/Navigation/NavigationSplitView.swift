/// Two or three columns.
///
/// <https://developer.apple.com/documentation/swiftui/navigationsplitview>
@MainActor @preconcurrency
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  nonisolated(unsafe) let sidebar: Sidebar
  nonisolated(unsafe) let content: Content
  nonisolated(unsafe) let detail: Detail
  var compactColumn: Binding<NavigationSplitViewColumn>?
}

extension NavigationSplitView where Content == EmptyView {
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
