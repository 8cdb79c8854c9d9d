/// Two columns: side by side, or, where there is room for one only, one of them, with a way back to the one before it.
@MainActor @preconcurrency
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  nonisolated(unsafe) let sidebar: Sidebar
  nonisolated(unsafe) let detail: Detail
  let compactColumn: Binding<NavigationSplitViewColumn>
}
extension NavigationSplitView: HarnessView {
  public nonisolated init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) where Content == EmptyView {
    self.init(sidebar: sidebar(), detail: detail(), compactColumn: preferredCompactColumn)
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let isCompact = context.environment.horizontalSizeClass == .compact
    let isDetail = compactColumn.wrappedValue == .detail
    let sidebar = column("sidebar", sidebar, in: context, isHere: !isCompact || !isDetail)
    if isCompact { sidebar.screen.advance = { compactColumn.wrappedValue = .detail } }
    let detail = column("detail", detail, in: context, isHere: !isCompact || isDetail).node
    guard isCompact else { return [HarnessNode(.columns, children: [sidebar.node, detail])] }
    guard isDetail else { return [sidebar.node] }
    return [detail.with(wayBack: { compactColumn.wrappedValue = .sidebar }, to: sidebar.node.label)]
  }

  @MainActor
  private func column(
    _ name: String, _ view: some View, in context: HarnessContext, isHere: Bool
  ) -> (node: HarnessNode, screen: HarnessScreen) {
    let screen = HarnessScreen()
    let visibility = HarnessVisibility(in: context.visibility)
    visibility.isHere = isHere
    let shown = context.part(name).with {
      $0.screen = screen
      $0.visibility = visibility
    }.render(view)
    return (screen.around(shown), screen)
  }
}

extension HarnessNode {
  /// The screen with a way back in its bar, unless it has one of its own.
  fileprivate func with(wayBack close: @escaping () -> Void, to title: String) -> HarnessNode {
    var node = self
    let back = HarnessNode(.back, label: title.isEmpty ? "Back" : title).with { $0.actions.press = close }
    if let bar = node.children.firstIndex(where: { $0.role == .toolbar }) {
      if node.children[bar].children.contains(where: { $0.role == .back }) { return node }
      node.children[bar].children.insert(back, at: 0)
    } else {
      node.children.insert(HarnessNode(.toolbar, children: [back]), at: 0)
    }
    return node
  }
}

public struct NavigationSplitViewColumn: Hashable, Sendable {
  let name: String
  static let sidebar = NavigationSplitViewColumn(name: "sidebar")
  public static let detail = NavigationSplitViewColumn(name: "detail")
}

/// Pages above one another.
@MainActor @preconcurrency
public struct NavigationStack<Data, Root: View>: View {
  nonisolated(unsafe) let path: HarnessPath?
  nonisolated(unsafe) let root: Root
}
extension NavigationStack: HarnessView {
  public nonisolated init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
    self.init(path: nil, root: root())
  }
  public nonisolated init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable
  {
    self.init(path: HarnessPath(path) { $0.base as? Data.Element }, root: root())
  }

  /// Shows the page on top, and keeps the others.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let path = path ?? HarnessPath(context.location("path", NavigationPath()).binding.values) { $0 }
    var pages = HarnessPages(context: context, push: path.push)
    pages.show(AnyView(root), in: context.part("root"), close: nil)
    for (index, value) in path.values().enumerated() {
      guard let destination = pages.destination(of: value) else { continue }
      let place = context.part("page").child(.index(index)).child(.identity(value))
      pages.show(destination, in: place, close: { path.pop(index) })
    }
    return [pages.top]
  }
}

public struct NavigationPath {
  var values: [AnyHashable] = []
}

/// The path of a stack, of any type.
struct HarnessPath {
  let values: () -> [AnyHashable]
  let push: (AnyHashable) -> Void
  /// Leaves so many values.
  let pop: (Int) -> Void

  /// - Parameter element: the value as an element of the path; nil for one of another type.
  init<Path: RandomAccessCollection & RangeReplaceableCollection>(
    _ path: Binding<Path>, element: @escaping (AnyHashable) -> Path.Element?
  ) where Path.Element: Hashable {
    values = { path.wrappedValue.map { AnyHashable($0) } }
    push = { if let value = element($0) { path.wrappedValue.append(value) } }
    pop = { path.wrappedValue = Path(path.wrappedValue.prefix($0)) }
  }
}

/// The pages of a stack while it is rendered.
private struct HarnessPages {
  let context: HarnessContext
  let push: (AnyHashable) -> Void
  private var screens: [HarnessScreen] = []
  private var visibility: HarnessVisibility?
  private(set) var top = HarnessNode(.screen)

  init(context: HarnessContext, push: @escaping (AnyHashable) -> Void) {
    self.context = context
    self.push = push
  }

  /// What the pages so far say about a value that is pushed.
  func destination(of value: AnyHashable) -> AnyView? {
    let type = ObjectIdentifier(Swift.type(of: value.base))
    return screens.lazy.reversed().compactMap { $0.destinations[type] }.first.map { $0(value) }
  }

  /// Shows a page above the others, and what it shows above itself.
  @MainActor
  mutating func show(_ view: AnyView, in place: HarnessContext, close: (() -> Void)?) {
    let screen = HarnessScreen()
    let visibility = HarnessVisibility(in: context.visibility)
    screen.push = push
    let content = place.with {
      $0.screen = screen
      $0.visibility = visibility
    }.render(view)
    if let close {
      let back = HarnessNode(.back, label: screens.last?.title ?? "Back").with { $0.actions.press = close }
      screen.toolbar.insert(back, at: 0)
    }
    self.visibility?.isHere = false
    self.visibility = visibility
    screens.append(screen)
    top = screen.node(content)
    for page in screen.pages { show(page.content, in: page.context, close: page.close) }
  }
}

@MainActor @preconcurrency
public struct NavigationLink<Label: View, Destination: View>: View {
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let value: AnyHashable?
  nonisolated(unsafe) let destination: Destination?
}
extension NavigationLink: HarnessView {
  public nonisolated init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label)
  where Destination == Never {
    self.init(label: label(), value: value.map { AnyHashable($0) }, destination: nil)
  }
  /// <https://developer.apple.com/documentation/swiftui/navigationlink/init(_:destination:)>
  public nonisolated init(
    _ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination
  ) where Label == Text {
    self.init(label: Text(titleKey), value: nil, destination: destination())
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let isActive = context.location("active", false)
    if let destination, isActive.value {
      context.screen.pages.append(
        .init(
          context: context.part("destination"), content: AnyView(destination),
          close: { isActive.value = false }))
    }
    return context.control(.navigationLink, label) {
      if let value {
        $0.tag = value
        $0.actions.press = { [screen = context.screen, select = context.onSelect] in
          if let push = screen.push { push(value) } else { select?(value) }
        }
      } else if destination != nil {
        $0.actions.press = { isActive.value = true }
      } else {
        $0.isEnabled = false
      }
    }
  }
}

extension View {
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    context {
      $0.screen.destinations[ObjectIdentifier(data)] = { AnyView(($0.base as? D).map(destination)) }
    }
  }
  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    navigationTitle(Text(titleKey))
  }
  public nonisolated func navigationTitle(_ title: Text) -> some View {
    context { $0.screen.title = $0.screen.title ?? title.string }
  }
  public nonisolated func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View {
    context { $0.screen.isTitleInline = true }
  }
}

public enum NavigationBarItem {
  public enum TitleDisplayMode: Sendable {
    case inline
  }
}
