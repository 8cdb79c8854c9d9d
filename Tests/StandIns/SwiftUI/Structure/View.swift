/// A part of an app's user interface.
///
/// <https://developer.apple.com/documentation/swiftui/view>
@MainActor @preconcurrency
public protocol View {
  /// The type of view that represents the body of this view.
  associatedtype Body: View
  /// The content and behaviour of the view.
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// <https://developer.apple.com/documentation/swift/never>
extension Never: View {
  /// Never has no body.
  public typealias Body = Never
  /// Never is reached.
  public nonisolated var body: Never { fatalError("This view draws itself; it has no body.") }
}

/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)>
extension Optional: View where Wrapped: View {}
/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)>
extension Optional: HarnessView where Wrapped: View {
  /// An optional draws itself.
  public typealias Body = Never
  /// Shows the view that is there, if any.
  func render(in context: HarnessContext) -> [HarnessNode] {
    map { context.child(.branch(true)).render($0) } ?? []
  }
}
