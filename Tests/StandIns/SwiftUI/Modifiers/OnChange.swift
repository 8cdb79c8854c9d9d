extension Scene {
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
  ) -> some Scene {
    ChangeScene(scene: self, change: HarnessChange(value: value, isInitial: initial, action: action))
  }
}

/// A value that is watched from rendering to rendering.
struct HarnessChange<V: Equatable> {
  let value: V
  let isInitial: Bool
  let action: (V, V) -> Void

  /// Compares the value with that of the last rendering.
  @MainActor
  func follow(in context: HarnessContext) {
    let seen: HarnessMemory<V?> = context.memory("value", nil)
    let old = seen.value
    seen.value = value
    guard old != value, old != nil || isInitial else { return }
    context.harness.afterwards { action(old ?? value, value) }
  }
}

struct ChangeScene<Content: Scene, V: Equatable> {
  let scene: Content
  let change: HarnessChange<V>
}
extension ChangeScene: HarnessScene {
  func render(in context: HarnessContext) -> [HarnessNode] {
    let shown = context.child(.content).render(scene)
    change.follow(in: context.part("change"))
    return shown
  }
}

extension View {
  /// <https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-4psgg>
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
  ) -> some View {
    modifier(ChangeModifier(change: HarnessChange(value: value, isInitial: initial, action: action)))
  }
}

struct ChangeModifier<V: Equatable> {
  let change: HarnessChange<V>
}
extension ChangeModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    change.follow(in: context.part("change"))
    return content(context)
  }
}
