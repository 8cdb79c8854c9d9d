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
  func render(in context: HarnessContext) -> [HarnessNode] { show(context) }
}

public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}
extension ModifiedContent: View, HarnessView where Content: View, Modifier: ViewModifier {
  func render(in context: HarnessContext) -> [HarnessNode] {
    let show: @MainActor (HarnessContext) -> [HarnessNode] = { $0.child(.content).render(content) }
    let here = context.child(.modifier(ObjectIdentifier(Modifier.self)))
    if let modifier = modifier as? any HarnessModifier { return modifier.render(show, in: here) }
    return here.render(here.attached(modifier).body(content: _ViewModifier_Content(show: show)))
  }
}

extension View {
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }

  /// Changes each element that the view shows.
  nonisolated func node(_ change: @escaping (inout HarnessNode) -> Void) -> some View {
    drawn(change) { change, content, context in content(context).map { $0.with(change) } }
  }

  /// Changes what surrounds the view.
  nonisolated func context(_ change: @escaping (inout HarnessContext) -> Void) -> some View {
    drawn(change) { change, content, context in content(context.with(change)) }
  }

  /// Says itself what is shown of the view. The closure runs on the main actor and captures nothing: what it needs is in the
  /// value.
  nonisolated func drawn<Value>(
    _ value: Value,
    _ draw: @escaping @MainActor (Value, HarnessContent, HarnessContext) -> [HarnessNode]
  ) -> some View {
    modifier(DrawnModifier(value: value, draw: draw))
  }
}

private struct DrawnModifier<Value> {
  let value: Value
  let draw: @MainActor (Value, HarnessContent, HarnessContext) -> [HarnessNode]
}
extension DrawnModifier: HarnessModifier {
  func render(_ content: HarnessContent, in context: HarnessContext) -> [HarnessNode] {
    draw(value, content, context)
  }
}
