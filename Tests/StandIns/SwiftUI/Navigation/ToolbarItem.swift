/// Where a control stands in the bars of a screen.
///
/// <https://developer.apple.com/documentation/swiftui/toolbaritemplacement>
public struct ToolbarItemPlacement: Sendable, Equatable {
  let name: String
  /// As the system thinks fit.
  public static let automatic = ToolbarItemPlacement(name: "automatic")
  /// Where the main action stands.
  public static let primaryAction = ToolbarItemPlacement(name: "primary")
  /// Where the action stands that confirms a sheet.
  public static let confirmationAction = ToolbarItemPlacement(name: "confirmation")
  /// Where the action stands that leaves a sheet.
  public static let cancellationAction = ToolbarItemPlacement(name: "cancellation")
  /// At the bottom.
  public static let bottomBar = ToolbarItemPlacement(name: "bottom")
  /// At the beginning of the top bar.
  public static let topBarLeading = ToolbarItemPlacement(name: "leading")
  /// At the end of the top bar.
  public static let topBarTrailing = ToolbarItemPlacement(name: "trailing")

  var isAtBottom: Bool { self == .bottomBar }
}

/// One control of a bar.
///
/// <https://developer.apple.com/documentation/swiftui/toolbaritem>
public struct ToolbarItem<ID, Content> {
  let placement: ToolbarItemPlacement
  let content: Content
}
extension ToolbarItem: ToolbarContent where Content: View {}
extension ToolbarItem where ID == (), Content: View {
  /// Makes a control.
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.init(placement: placement, content: content())
  }
}
extension ToolbarItem: HarnessToolbarContent where Content: View {
  /// An item draws itself.
  public typealias Body = Never
  func render(in context: HarnessContext) { context.addToolbar(content, at: placement) }
}

/// Several controls of a bar.
///
/// <https://developer.apple.com/documentation/swiftui/toolbaritemgroup>
public struct ToolbarItemGroup<Content> {
  let placement: ToolbarItemPlacement
  let content: Content
}
extension ToolbarItemGroup: ToolbarContent where Content: View {
  /// Makes controls.
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.init(placement: placement, content: content())
  }
}
extension ToolbarItemGroup: HarnessToolbarContent where Content: View {
  /// A group draws itself.
  public typealias Body = Never
  func render(in context: HarnessContext) { context.addToolbar(content, at: placement) }
}

extension HarnessContext {
  @MainActor
  func addToolbar(_ content: some View, at placement: ToolbarItemPlacement) {
    let shown = part("item").render(content)
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
