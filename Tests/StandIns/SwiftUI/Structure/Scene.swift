/// A part of an app's user interface whose life the system manages.
///
/// <https://developer.apple.com/documentation/swiftui/scene>
@MainActor @preconcurrency
public protocol Scene {
  /// The type of scene that represents the body of this scene.
  associatedtype Body: Scene
  /// The content and behaviour of the scene.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

/// Builds scenes from closures.
///
/// <https://developer.apple.com/documentation/swiftui/scenebuilder>
@resultBuilder
public struct SceneBuilder {
  /// An expression is a scene as it is.
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  /// A block of one scene is that scene.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// Whether a scene is in use.
///
/// <https://developer.apple.com/documentation/swiftui/scenephase>
public enum ScenePhase: Comparable, Hashable, Sendable {
  /// Not visible.
  case background
  /// Visible, without receiving events.
  case inactive
  /// In the foreground.
  case active
}

/// A scene that shows a group of windows of the same structure.
///
/// <https://developer.apple.com/documentation/swiftui/windowgroup>
@MainActor @preconcurrency
public struct WindowGroup<Content: View>: Scene {
  nonisolated(unsafe) private let content: () -> Content
  /// Makes a group of windows.
  ///
  /// <https://developer.apple.com/documentation/swiftui/windowgroup/init(makecontent:)>
  public nonisolated init(@ViewBuilder makeContent: @escaping () -> Content) { content = makeContent }
  /// Makes a group of windows, all with what the closure answers now.
  ///
  /// <https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)>
  @available(iOS, introduced: 14.0, deprecated: 18.0, message: "Use init(makeContent:) instead.")
  @_disfavoredOverload
  public nonisolated init(@ViewBuilder content: () -> Content) {
    let content = content()
    self.content = { content }
  }
}
extension WindowGroup: HarnessScene {
  /// A group of windows draws itself.
  public typealias Body = Never
  /// Shows one window.
  func render(in context: HarnessContext) -> [HarnessNode] { context.child(.content).render(content()) }
}
