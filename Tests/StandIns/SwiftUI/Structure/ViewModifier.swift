@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
  typealias Content = _ViewModifier_Content<Self>
}

extension ViewModifier where Body == Never {
  public func body(content: Content) -> Never { fatalError("This modifier has no body.") }
}

/// <https://developer.apple.com/documentation/swiftui/viewmodifier/content>
@MainActor @preconcurrency
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  let show: @MainActor (HarnessContext) -> [HarnessNode]
}
extension _ViewModifier_Content: HarnessView {
  /// Shows the view.
  func render(in context: HarnessContext) -> [HarnessNode] { show(context) }
}

public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {}
extension ModifiedContent: HarnessView where Content: View, Modifier: ViewModifier {
  public typealias Body = Never
  /// Shows the content as the modifier changes it.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let show: @MainActor (HarnessContext) -> [HarnessNode] = { $0.child(.content).render(content) }
    if let modifier = modifier as? any HarnessModifier {
      return modifier.render(show, in: context.child(.modifier(ObjectIdentifier(Modifier.self))))
    }
    let here = context.child(.modifier(ObjectIdentifier(Modifier.self)))
    let modifier = here.attached(modifier)
    return here.render(modifier.body(content: _ViewModifier_Content(show: show)))
  }
}

extension View {
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
