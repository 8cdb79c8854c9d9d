import UIKit

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  /// Runs the app: here, prints what it shows first.
  @MainActor @preconcurrency
  public static func main() { print(ViewHarness(Self()).text) }
}

@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue>
  public let wrappedValue: DelegateType
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)-8vsro>
  public init(_ delegateType: DelegateType.Type = DelegateType.self) { wrappedValue = delegateType.init() }
}
extension UIApplicationDelegateAdaptor: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { context.harness.delegate = wrappedValue }
}

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
public struct WindowGroup<Content: View>: Scene, HarnessScene {
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
  func render(in context: HarnessContext) -> [HarnessNode] { context.child(.content).render(content()) }
}

@MainActor @preconcurrency
public protocol Commands {
  associatedtype Body: Commands
  @CommandsBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Commands {}

@resultBuilder
public struct CommandsBuilder {
  public static func buildExpression<Content: Commands>(_ content: Content) -> Content { content }
  public static func buildBlock<C: Commands>(_ content: C) -> C { content }
}

public struct CommandGroupPlacement {
  public static var newItem: CommandGroupPlacement { CommandGroupPlacement() }
}

/// Commands beside those of the system. On iOS those with a shortcut become key commands.
@MainActor @preconcurrency
public struct CommandGroup<Content: View>: Commands, HarnessCommands {
  nonisolated(unsafe) let content: Content
  public nonisolated init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    content = addition()
  }
  public var body: Never { fatalError("A group of commands draws itself; it has no body.") }
  fileprivate func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(content)
  }
}

extension Scene {
  public nonisolated func commands<Content: Commands>(
    @CommandsBuilder content: () -> Content
  ) -> some Scene {
    CommandsScene(scene: self, commands: content())
  }
}

private struct CommandsScene<Content: Scene, Added: Commands> {
  let scene: Content
  let commands: Added
}
extension CommandsScene: HarnessScene {
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.harness.focused = [:]
    let shown = context.child(.content).render(scene)
    // They read what the window on screen tells.
    context.harness.commands = context.part("commands").render(commands)
    return shown
  }
}

extension HarnessContext {
  @MainActor
  fileprivate func render<C: Commands>(_ commands: C) -> [HarnessNode] {
    if let group = commands as? any HarnessCommands { return group.render(in: self) }
    let here = child(.type(ObjectIdentifier(C.self)))
    return here.render(here.attached(commands).body)
  }
}

@MainActor
private protocol HarnessCommands {
  func render(in context: HarnessContext) -> [HarnessNode]
}
