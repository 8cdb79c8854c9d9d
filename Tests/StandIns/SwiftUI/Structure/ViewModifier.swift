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
///
/// <https://developer.apple.com/documentation/swiftui/viewmodifier/content>
@MainActor @preconcurrency
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  let show: @MainActor (HarnessContext) -> [HarnessNode]
}
extension _ViewModifier_Content: HarnessView {
  /// Shows the view.
  func render(in context: HarnessContext) -> [HarnessNode] { show(context) }
}

/// A view with a modifier applied.
///
/// <https://developer.apple.com/documentation/swiftui/modifiedcontent>
public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {}
extension ModifiedContent: HarnessView where Content: View, Modifier: ViewModifier {
  /// A modified view draws itself.
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
  /// Applies a modifier to this view.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/modifier(_:)>
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
