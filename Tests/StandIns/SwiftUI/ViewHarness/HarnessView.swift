/// A view that says itself what it shows, instead of having a body.
@MainActor
protocol HarnessView: View where Body == Never {
  /// What the view shows.
  func render(in context: HarnessContext) -> [HarnessNode]
}

extension HarnessView {
  /// A view that shows itself has no body.
  public var body: Never { fatalError("This view draws itself; it has no body.") }
}

/// A modifier that says itself what it shows.
@MainActor
protocol HarnessModifier: ViewModifier where Body == Never {
  /// What the modifier makes of what the content shows.
  func render(_ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext)
    -> [HarnessNode]
}

/// A scene that says itself what it shows.
@MainActor
protocol HarnessScene: Scene where Body == Never {
  /// What the scene shows.
  func render(in context: HarnessContext) -> [HarnessNode]
}

extension HarnessScene {
  /// A scene that shows itself has no body.
  public var body: Never { fatalError("This scene draws itself; it has no body.") }
}
