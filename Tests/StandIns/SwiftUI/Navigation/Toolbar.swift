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
/// <https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder>
@resultBuilder
public struct ToolbarContentBuilder {
  /// An expression is content as it is.
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// A block of one part is that part.
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// A block of several parts.
  @_disfavoredOverload
  public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent {
    var parts: [any ToolbarContent] = []
    repeat parts.append(each content)
    return ToolbarParts(parts: parts)
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
