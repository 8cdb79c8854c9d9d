/// A view that says itself what it shows, instead of having a body.
@MainActor
protocol StageView: View where Body == Never {
  /// What the view shows.
  func render(in context: StageContext) -> [StageNode]
}

extension StageView {
  /// A view that shows itself has no body.
  public var body: Never { fatalError("This view draws itself; it has no body.") }
}

/// A modifier that says itself what it shows.
@MainActor
protocol StageModifier: ViewModifier where Body == Never {
  /// What the modifier makes of what the content shows.
  func render(_ content: @MainActor (StageContext) -> [StageNode], in context: StageContext) -> [StageNode]
}

/// A scene that says itself what it shows.
@MainActor
protocol StageScene: Scene where Body == Never {
  /// What the scene shows.
  func render(in context: StageContext) -> [StageNode]
}

extension StageScene {
  /// A scene that shows itself has no body.
  public var body: Never { fatalError("This scene draws itself; it has no body.") }
}
