/// The columns of a split view while it is rendered: side by side, or, where there is room for one only, the one
/// on top with a way back to the one before it.
///
/// <https://developer.apple.com/documentation/swiftui/navigationsplitview>
extension NavigationSplitView: HarnessView {
  public typealias Body = Never

  /// Shows the columns.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let columns: [(NavigationSplitViewColumn, AnyView)] = [
      (.sidebar, AnyView(sidebar)), (.content, AnyView(content)), (.detail, AnyView(detail)),
    ].filter { $0.0 != .content || Content.self != EmptyView.self }
    guard context.environment.horizontalSizeClass == .compact else {
      let nodes = columns.map { self.column($0.0, $0.1, in: context).node }
      return [HarnessNode(.columns, children: nodes)]
    }
    return [collapsed(columns, in: context)]
  }

  @MainActor
  private func collapsed(
    _ columns: [(NavigationSplitViewColumn, AnyView)], in context: HarnessContext
  ) -> HarnessNode {
    let own = context.slot.box("column") {
      StateLocation(NavigationSplitViewColumn.sidebar, context.harness.invalidation)
    }
    let top = compactColumn ?? Binding(read: { own.value }, write: { own.value = $0 })
    let index = columns.firstIndex { $0.0 == top.wrappedValue } ?? 0
    var shown = HarnessNode(.screen)
    var title = ""
    for (place, (name, view)) in columns.enumerated() {
      let column = column(name, view, in: context, isHere: place == index)
      if place + 1 < columns.count { column.screen.advance = { top.wrappedValue = columns[place + 1].0 } }
      if place == index {
        let back = place > 0 ? { top.wrappedValue = columns[place - 1].0 } : nil
        shown = column.node.with(wayBack: back, to: title)
      }
      title = column.node.label
    }
    return shown
  }

  @MainActor
  private func column(
    _ name: NavigationSplitViewColumn, _ view: AnyView, in context: HarnessContext, isHere: Bool = true
  ) -> (node: HarnessNode, screen: HarnessScreen) {
    let screen = HarnessScreen()
    let visibility = HarnessVisibility(in: context.visibility)
    visibility.isHere = isHere
    let shown = context.part(name.name).with {
      $0.screen = screen
      $0.visibility = visibility
    }.render(view)
    let isOneScreen = screen.isPlain && shown.count == 1 && shown[0].role == .screen
    return (isOneScreen ? shown[0] : screen.node(shown), screen)
  }
}

extension HarnessNode {
  /// The screen with a way back in its bar, unless it has one of its own.
  fileprivate func with(wayBack close: (() -> Void)?, to title: String) -> HarnessNode {
    guard let close else { return self }
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
