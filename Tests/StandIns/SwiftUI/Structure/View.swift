@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// <https://developer.apple.com/documentation/swift/never>
extension Never: View {
  public typealias Body = Never
  public nonisolated var body: Never { fatalError("This view draws itself; it has no body.") }
}

/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)>
extension Optional: View where Wrapped: View {}
/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)>
extension Optional: HarnessView where Wrapped: View {
  public typealias Body = Never
  /// Shows the view that is there, if any.
  func render(in context: HarnessContext) -> [HarnessNode] {
    map { context.child(.branch(true)).render($0) } ?? []
  }
}
