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
  /// Makes three columns.
  public nonisolated init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content,
    @ViewBuilder detail: () -> Detail
  ) {
    self.init(sidebar: sidebar(), content: content(), detail: detail())
  }
  /// Makes three columns that can be hidden.
  public nonisolated init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) {
    self.init(sidebar: sidebar(), content: content(), detail: detail())
  }
}

extension NavigationSplitView where Sidebar: View, Content == EmptyView, Detail: View {
  /// Makes two columns.
  public nonisolated init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
    self.init(sidebar: sidebar(), content: EmptyView(), detail: detail())
  }
  /// Makes two columns, and says which of them is seen where there is room for one.
  public nonisolated init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) {
    self.init(
      sidebar: sidebar(), content: EmptyView(), detail: detail(), compactColumn: preferredCompactColumn)
  }
  /// Makes two columns that can be hidden.
  public nonisolated init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) {
    self.init(sidebar: sidebar(), content: EmptyView(), detail: detail())
  }
}

/// Which columns are shown.
///
/// <https://developer.apple.com/documentation/swiftui/navigationsplitviewvisibility>
public struct NavigationSplitViewVisibility: Equatable, Hashable, Sendable {
  let name: String
  /// As the system thinks fit.
  public static let automatic = NavigationSplitViewVisibility(name: "automatic")
  /// All.
  public static let all = NavigationSplitViewVisibility(name: "all")
  /// The last two.
  public static let doubleColumn = NavigationSplitViewVisibility(name: "double")
  /// The last.
  public static let detailOnly = NavigationSplitViewVisibility(name: "detail")
}

/// A column.
///
/// <https://developer.apple.com/documentation/swiftui/navigationsplitviewcolumn>
public struct NavigationSplitViewColumn: Hashable, Sendable {
  let name: String
  /// The first.
  public static let sidebar = NavigationSplitViewColumn(name: "sidebar")
  /// The one in the middle.
  public static let content = NavigationSplitViewColumn(name: "content")
  /// The last.
  public static let detail = NavigationSplitViewColumn(name: "detail")
}
