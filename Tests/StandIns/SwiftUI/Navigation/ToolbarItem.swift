public struct ToolbarItemPlacement {
  let name: String
  public static var automatic: ToolbarItemPlacement { ToolbarItemPlacement(name: "automatic") }
  public static var primaryAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "primary") }
  public static var confirmationAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "confirmation") }
  public static var cancellationAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "cancellation") }
  public static var bottomBar: ToolbarItemPlacement { ToolbarItemPlacement(name: "bottom") }
  public static var topBarLeading: ToolbarItemPlacement { ToolbarItemPlacement(name: "leading") }
  public static var topBarTrailing: ToolbarItemPlacement { ToolbarItemPlacement(name: "trailing") }

  var isAtBottom: Bool { name == "bottom" }
}

@MainActor @preconcurrency
public struct ToolbarItem<ID, Content: View>: ToolbarContent {
  nonisolated(unsafe) let placement: ToolbarItemPlacement
  nonisolated(unsafe) let content: Content
}
extension ToolbarItem where ID == () {
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.init(placement: placement, content: content())
  }
}
extension ToolbarItem: HarnessToolbarContent {
  public typealias Body = Never
  func render(in context: HarnessContext) { context.addToolbar(content, at: placement) }
}

@MainActor @preconcurrency
public struct ToolbarItemGroup<Content: View>: ToolbarContent {
  nonisolated(unsafe) let placement: ToolbarItemPlacement
  nonisolated(unsafe) let content: Content
}
extension ToolbarItemGroup {
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.init(placement: placement, content: content())
  }
}
extension ToolbarItemGroup: HarnessToolbarContent {
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
