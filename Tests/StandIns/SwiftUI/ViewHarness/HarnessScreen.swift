/// What the views of one screen say about the screen: its title, its bars, and what lies above it.
final class HarnessScreen {
  var title: String?
  /// Whether the title is in the bar.
  var isTitleInline = false
  var toolbar: [HarnessNode] = []
  var bottomBar: [HarnessNode] = []
  var search: [HarnessNode] = []
  var presentations: [HarnessNode] = []
  /// Whether the user cannot swipe it away.
  var staysOpen = false
  /// What to show for a value that is pushed, by the value's type.
  var destinations: [ObjectIdentifier: (AnyHashable) -> AnyView] = [:]
  /// Pages that views show above this one.
  var pages: [Page] = []
  /// Shows the next column, where only one is shown.
  var advance: (() -> Void)?
  /// Pushes a value.
  var push: ((AnyHashable) -> Void)?

  /// A page that a view shows above the screen.
  struct Page {
    let context: HarnessContext
    let content: AnyView
    let close: () -> Void
  }

  /// Whether no view said anything about it.
  var isPlain: Bool {
    title == nil && toolbar.isEmpty && bottomBar.isEmpty && search.isEmpty && presentations.isEmpty
  }

  /// The screen as an element.
  func node(_ content: [HarnessNode]) -> HarnessNode {
    var children: [HarnessNode] = []
    if !toolbar.isEmpty { children.append(HarnessNode(.toolbar, children: toolbar)) }
    children += search + content
    if !bottomBar.isEmpty { children.append(HarnessNode(.bottomBar, children: bottomBar)) }
    return HarnessNode(.screen, label: title ?? "", children: children + presentations).with {
      $0.look.isTitleInline = isTitleInline
    }
  }
}
