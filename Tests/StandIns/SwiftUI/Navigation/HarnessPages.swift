/// The pages of a stack while it is rendered.
struct HarnessPages {
  let context: HarnessContext
  let push: (AnyHashable) -> Void
  private var screens: [HarnessScreen] = []
  private var visibilities: [HarnessVisibility] = []
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
      guard let close else { return }
      $0.environment.dismiss = DismissAction(action: close)
    }.render(view)
    if let close {
      let back = HarnessNode(.back, label: screens.last?.title ?? "Back").with { $0.actions.press = close }
      screen.toolbar.insert(back, at: 0)
    }
    visibilities.last?.isHere = false
    screens.append(screen)
    visibilities.append(visibility)
    top = screen.node(content)
    for page in screen.pages { show(page.content, in: page.context, close: page.close) }
  }
}
