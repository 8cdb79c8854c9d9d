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
public struct CommandGroup<Content: View>: Commands {
  nonisolated(unsafe) let content: Content
}
extension CommandGroup {
  public nonisolated init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    self.init(content: addition())
  }
  public var body: Never { fatalError("A group of commands draws itself; it has no body.") }
}

extension Scene {
  public nonisolated func commands<Content: Commands>(
    @CommandsBuilder content: () -> Content
  ) -> some Scene {
    CommandsScene(scene: self, commands: content())
  }
}

struct CommandsScene<Content: Scene, Added: Commands> {
  let scene: Content
  let commands: Added
}
extension CommandsScene: HarnessScene {
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.harness.focused = FocusedValues()
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
extension CommandGroup: HarnessCommands {
  fileprivate func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(content)
  }
}
