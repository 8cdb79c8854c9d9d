@MainActor @preconcurrency
public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}
extension Never: ToolbarContent {}

/// Content of a bar that says itself what it shows.
@MainActor
protocol HarnessToolbarContent: ToolbarContent where Body == Never {
  func render(in context: HarnessContext)
}
extension HarnessToolbarContent {
  public var body: Never { fatalError("This content draws itself; it has no body.") }
}

extension HarnessContext {
  @MainActor
  func renderToolbar<C: ToolbarContent>(_ content: C) {
    if let content = content as? any HarnessToolbarContent { return content.render(in: self) }
    let here = child(.type(ObjectIdentifier(C.self)))
    here.renderToolbar(here.attached(content).body)
  }
}

/// A block has at most ten parts there. Here are as many as the product has.
@resultBuilder
public struct ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<C0: ToolbarContent, C1: ToolbarContent>(_ c0: C0, _ c1: C1)
    -> some ToolbarContent
  { ToolbarParts(parts: [c0, c1]) }
  public static func buildBlock<C0: ToolbarContent, C1: ToolbarContent, C2: ToolbarContent>(
    _ c0: C0, _ c1: C1, _ c2: C2
  ) -> some ToolbarContent { ToolbarParts(parts: [c0, c1, c2]) }
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
}

private struct ToolbarParts: HarnessToolbarContent {
  nonisolated(unsafe) let parts: [any ToolbarContent]
  nonisolated init(parts: [any ToolbarContent]) { self.parts = parts }

  func render(in context: HarnessContext) {
    for (index, part) in parts.enumerated() { context.child(.index(index)).renderToolbar(part) }
  }
}

/// <https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildif(_:)>
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  public var body: Never { fatalError("An optional draws itself; it has no body.") }
}
extension Optional: HarnessToolbarContent where Wrapped: ToolbarContent {
  func render(in context: HarnessContext) {
    if let self { context.child(.branch(true)).renderToolbar(self) }
  }
}

public struct ToolbarItemPlacement {
  let name: String
  public static var automatic: ToolbarItemPlacement { ToolbarItemPlacement(name: "automatic") }
  public static var primaryAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "primary") }
  public static var confirmationAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "confirmation") }
  public static var cancellationAction: ToolbarItemPlacement { ToolbarItemPlacement(name: "cancellation") }
  public static var bottomBar: ToolbarItemPlacement { ToolbarItemPlacement(name: "bottom") }
  public static var topBarLeading: ToolbarItemPlacement { ToolbarItemPlacement(name: "leading") }
  public static var topBarTrailing: ToolbarItemPlacement { ToolbarItemPlacement(name: "trailing") }
}

@MainActor @preconcurrency
public struct ToolbarItem<ID, Content: View>: HarnessToolbarContent {
  nonisolated(unsafe) let placement: ToolbarItemPlacement
  nonisolated(unsafe) let content: Content
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) where ID == () {
    (self.placement, self.content) = (placement, content())
  }
  func render(in context: HarnessContext) { context.addToolbar(content, at: placement) }
}

@MainActor @preconcurrency
public struct ToolbarItemGroup<Content: View>: HarnessToolbarContent {
  nonisolated(unsafe) let placement: ToolbarItemPlacement
  nonisolated(unsafe) let content: Content
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    (self.placement, self.content) = (placement, content())
  }
  func render(in context: HarnessContext) { context.addToolbar(content, at: placement) }
}

extension HarnessContext {
  @MainActor
  fileprivate func addToolbar(_ content: some View, at placement: ToolbarItemPlacement) {
    let shown = part("item").render(content).map { node in node.with { $0.look.place = placement.name } }
    if placement.name == "bottom" { screen.bottomBar += shown } else { screen.toolbar += shown }
  }
}

extension View {
  public nonisolated func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View {
    drawn(content() as any ToolbarContent) { toolbar, content, context in
      context.part("toolbar").renderToolbar(toolbar)
      return content(context)
    }
  }
}
