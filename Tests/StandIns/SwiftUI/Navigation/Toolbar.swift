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
  /// Content that shows itself has no body.
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

/// Builds the content of bars from closures.
///
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
  public static func buildBlock<
    C0: ToolbarContent, C1: ToolbarContent, C2: ToolbarContent, C3: ToolbarContent
  >(_ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3) -> some ToolbarContent { ToolbarParts(parts: [c0, c1, c2, c3]) }
  public static func buildBlock<
    C0: ToolbarContent, C1: ToolbarContent, C2: ToolbarContent, C3: ToolbarContent, C4: ToolbarContent
  >(_ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4) -> some ToolbarContent {
    ToolbarParts(parts: [c0, c1, c2, c3, c4])
  }
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
}

struct ToolbarParts {
  let parts: [any ToolbarContent]
}
extension ToolbarParts: HarnessToolbarContent {
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
