/// What stands in a bar.
///
/// <https://developer.apple.com/documentation/swiftui/toolbarcontent>
@MainActor @preconcurrency
public protocol ToolbarContent {
  /// The type of content that represents the body.
  associatedtype Body: ToolbarContent
  /// The content.
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
/// <https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder>
@resultBuilder
public struct ToolbarContentBuilder {
  /// An expression is content as it is.
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// A block of one part is that part.
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// A block of two parts.
  public static func buildBlock<C0: ToolbarContent, C1: ToolbarContent>(_ c0: C0, _ c1: C1)
    -> some ToolbarContent
  { ToolbarParts(parts: [c0, c1]) }
  /// A block of three parts.
  public static func buildBlock<C0: ToolbarContent, C1: ToolbarContent, C2: ToolbarContent>(
    _ c0: C0, _ c1: C1, _ c2: C2
  ) -> some ToolbarContent { ToolbarParts(parts: [c0, c1, c2]) }
  /// A block of four parts.
  public static func buildBlock<
    C0: ToolbarContent, C1: ToolbarContent, C2: ToolbarContent, C3: ToolbarContent
  >(_ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3) -> some ToolbarContent { ToolbarParts(parts: [c0, c1, c2, c3]) }
  /// A block of five parts.
  public static func buildBlock<
    C0: ToolbarContent, C1: ToolbarContent, C2: ToolbarContent, C3: ToolbarContent, C4: ToolbarContent
  >(_ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4) -> some ToolbarContent {
    ToolbarParts(parts: [c0, c1, c2, c3, c4])
  }
  /// A condition without an alternative.
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
  /// An optional draws itself.
  public var body: Never { fatalError("An optional draws itself; it has no body.") }
}
extension Optional: HarnessToolbarContent where Wrapped: ToolbarContent {
  func render(in context: HarnessContext) {
    if let self { context.child(.branch(true)).renderToolbar(self) }
  }
}
