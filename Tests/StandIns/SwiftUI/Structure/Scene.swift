@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}

@MainActor @preconcurrency
public struct WindowGroup<Content: View>: Scene {
  nonisolated(unsafe) private let content: () -> Content
  /// <https://developer.apple.com/documentation/swiftui/windowgroup/init(makecontent:)>
  public nonisolated init(@ViewBuilder makeContent: @escaping () -> Content) { content = makeContent }
  /// <https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)>
  @available(iOS, introduced: 14.0, deprecated: 18.0, message: "Use init(makeContent:) instead.")
  @_disfavoredOverload
  public nonisolated init(@ViewBuilder content: () -> Content) {
    let content = content()
    self.content = { content }
  }
}
extension WindowGroup: HarnessScene {
  public typealias Body = Never
  /// Shows one window.
  func render(in context: HarnessContext) -> [HarnessNode] { context.child(.content).render(content()) }
}
