/// A change to a view that makes another view.
///
/// <https://developer.apple.com/documentation/swiftui/viewmodifier>
@MainActor @preconcurrency
public protocol ViewModifier {
  /// The type of view that represents the body.
  associatedtype Body: View
  /// The view that the modifier makes.
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
  /// The view that is changed.
  typealias Content = _ViewModifier_Content<Self>
}

extension ViewModifier where Body == Never {
  /// A modifier of the system's own has no body.
  public func body(content: Content) -> Never { fatalError("This modifier has no body.") }
}

/// The view that a modifier changes.
public struct _ViewModifier_Content<Modifier> {
  let show: @MainActor (StageContext) -> [StageNode]
}
extension _ViewModifier_Content: StageView {
  /// Shows the view.
  public func render(in context: StageContext) -> [StageNode] { show(context) }
}

/// A value with a modifier applied.
///
/// <https://developer.apple.com/documentation/swiftui/modifiedcontent>
public struct ModifiedContent<Content, Modifier> {
  /// What is changed.
  public var content: Content
  /// The change.
  public var modifier: Modifier
  /// Applies a modifier.
  public nonisolated init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {}
extension ModifiedContent: StageView where Content: View, Modifier: ViewModifier {
  /// A modified view draws itself.
  public typealias Body = Never
  /// Shows the content as the modifier changes it.
  public func render(in context: StageContext) -> [StageNode] {
    let show: @MainActor (StageContext) -> [StageNode] = { $0.child(.content).render(content) }
    if let modifier = modifier as? any StageModifier {
      return modifier.render(show, in: context.child(.modifier(ObjectIdentifier(Modifier.self))))
    }
    let here = context.child(.modifier(ObjectIdentifier(Modifier.self)))
    let modifier = here.attached(modifier)
    return here.render(modifier.body(content: _ViewModifier_Content(show: show)))
  }
}
extension ModifiedContent: DynamicViewContent
where Content: DynamicViewContent, Modifier: ViewModifier {
  /// The data of the content.
  public var data: Content.Data { content.data }
}

extension View {
  /// Applies a modifier to this view.
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
