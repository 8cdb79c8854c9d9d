/// Where a control stands in the bars of a screen.
///
/// <https://developer.apple.com/documentation/swiftui/toolbaritemplacement>
public struct ToolbarItemPlacement {
  let name: String
  /// As the system thinks fit.
  public static var automatic: ToolbarItemPlacement { ToolbarItemPlacement(name: "automatic") }
  /// Where the main action stands.
  public static var primaryAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "primary") }
  /// Where the action stands that confirms a sheet.
  public static var confirmationAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "confirmation") }
  /// Where the action stands that leaves a sheet.
  public static var cancellationAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "cancellation") }
  /// At the bottom.
  public static var bottomBar: ToolbarItemPlacement { ToolbarItemPlacement(name: "bottom") }
  /// At the beginning of the top bar.
  public static var topBarLeading: ToolbarItemPlacement { ToolbarItemPlacement(name: "leading") }
  /// At the end of the top bar.
  public static var topBarTrailing: ToolbarItemPlacement { ToolbarItemPlacement(name: "trailing") }

  var isAtBottom: Bool { name == "bottom" }
}

/// One control of a bar.
///
/// <https://developer.apple.com/documentation/swiftui/toolbaritem>
@MainActor @preconcurrency
public struct ToolbarItem<ID, Content: View>: ToolbarContent {
  nonisolated(unsafe) let placement: ToolbarItemPlacement
  nonisolated(unsafe) let content: Content
}
extension ToolbarItem where ID == () {
  /// Makes a control.
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.init(placement: placement, content: content())
  }
}
extension ToolbarItem: HarnessToolbarContent {
  /// An item draws itself.
  public typealias Body = Never
  func render(in context: HarnessContext) { context.addToolbar(content, at: placement) }
}

/// Several controls of a bar.
///
/// <https://developer.apple.com/documentation/swiftui/toolbaritemgroup>
@MainActor @preconcurrency
public struct ToolbarItemGroup<Content: View>: ToolbarContent {
  nonisolated(unsafe) let placement: ToolbarItemPlacement
  nonisolated(unsafe) let content: Content
}
extension ToolbarItemGroup {
  /// Makes controls.
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.init(placement: placement, content: content())
  }
}
extension ToolbarItemGroup: HarnessToolbarContent {
  /// A group draws itself.
  public typealias Body = Never
  func render(in context: HarnessContext) { context.addToolbar(content, at: placement) }
}

extension HarnessContext {
  @MainActor
  func addToolbar(_ content: some View, at placement: ToolbarItemPlacement) {
    let shown = part("item").render(content).map { node in node.with { $0.look.place = placement.name } }
    if placement.isAtBottom { screen.bottomBar += shown } else { screen.toolbar += shown }
  }
}

extension View {
  /// Puts controls in the bars of the screen.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/toolbar(content:)>
  public nonisolated func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View {
    modifier(ToolbarModifier(content: content()))
  }
}

struct ToolbarModifier<Bar: ToolbarContent> {
  let content: Bar
}
extension ToolbarModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    context.part("toolbar").renderToolbar(self.content)
    return content(context)
  }
}
