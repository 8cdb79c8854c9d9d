/// Says what the `main()` of an app does.
@MainActor
public enum StageLauncher {
  /// Runs the app. Set it before the app's entry point is called; nil prints what the app shows first.
  public static var launch: (@MainActor (any App) -> Void)?
}
