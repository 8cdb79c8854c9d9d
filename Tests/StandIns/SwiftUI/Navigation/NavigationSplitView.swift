/// Two or three columns.
///
/// <https://developer.apple.com/documentation/swiftui/navigationsplitview>
public struct NavigationSplitView<Sidebar, Content, Detail> {
  let sidebar: Sidebar
  let content: Content
  let detail: Detail
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

extension NavigationSplitView: StageView where Sidebar: View, Content: View, Detail: View {
  /// A split view draws itself.
  public typealias Body = Never
  /// Shows all columns, one below another.
  public func render(in context: StageContext) -> [StageNode] {
    column("sidebar", sidebar, in: context) + column("content", content, in: context)
      + column("detail", detail, in: context)
  }

  @MainActor
  private func column(_ name: String, _ view: some View, in context: StageContext) -> [StageNode] {
    let screen = StageScreen()
    let shown = context.part(name).with { $0.screen = screen }.render(view)
    if shown.isEmpty { return [] }
    return screen.isPlain && shown.count == 1 && shown[0].role == .screen ? shown : [screen.node(shown)]
  }
}
