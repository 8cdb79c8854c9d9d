import AppleFoundation
import Foundation

extension View {
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
    following { $0.onAppear = action }
  }
  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    following { $0.onDisappear = action }
  }
  /// Does work while the view is there: it begins when the view appears and is cancelled when it disappears.
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    following { $0.work = { $0.run(priority: priority, action) } }
  }
  /// Does work while the view is there, and begins again when a value changes.
  public nonisolated func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    following {
      $0.work = { $0.run(priority: priority, action) }
      $0.workID = AnyHashableValue(value)
    }
  }
  private nonisolated func following(_ change: @escaping (HarnessLifecycle) -> Void) -> some View {
    drawn(change) { change, content, context in
      let lifecycle = context.slot.lifecycle ?? HarnessLifecycle(visibility: context.visibility)
      context.slot.lifecycle = lifecycle
      lifecycle.visibility = context.visibility
      change(lifecycle)
      context.harness.follow(lifecycle)
      return content(context)
    }
  }

  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    drawn(action) { action, content, context in
      context.harness.openHandlers.append(action)
      return content(context)
    }
  }
  public nonisolated func refreshable(
    @_inheritActorContext action: @escaping @Sendable () async -> Void
  ) -> some View {
    context { $0.environment.refresh = action }
  }
  /// Plays feedback when a value changes so that the condition holds. It cannot be felt here.
  public nonisolated func sensoryFeedback<T: Equatable>(
    _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
  ) -> some View { self }
  public nonisolated func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void)
    -> some View
  {
    context { if triggers.contains(.text) { $0.onSubmit.append(action) } }
  }
  /// The provider is asked for when the drag begins.
  public nonisolated func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
    node { $0.actions.drag = data }
  }
  public nonisolated func disabled(_ disabled: Bool) -> some View {
    context { $0.environment.isEnabled = $0.environment.isEnabled && !disabled }
  }
  /// Gives the view the value by which a picker or a list knows it.
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    node { $0.tag = AnyHashable(tag) }
  }
  /// <https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-4psgg>
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
  ) -> some View {
    drawn(HarnessChange(value: value, isInitial: initial, action: action)) { change, content, context in
      change.follow(in: context.part("change"))
      return content(context)
    }
  }

  public nonisolated func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View {
    offering(content(), as: \.swipeActions)
  }
  public nonisolated func contextMenu<M: View>(@ViewBuilder menuItems: () -> M) -> some View {
    offering(menuItems(), as: \.menu)
  }
  nonisolated func offering(
    _ actions: some View, as place: WritableKeyPath<HarnessNode, [HarnessNode]>
  ) -> some View {
    drawn((actions: AnyView(actions), place: place)) { value, content, context in
      let actions = context.part("actions").render(value.actions)
      return content(context).map { $0.with { $0[keyPath: value.place] += actions } }
    }
  }
}

public struct SensoryFeedback: Equatable, Sendable {
  public static let success = SensoryFeedback()
}

public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
}

extension Scene {
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
  ) -> some Scene {
    ChangeScene(scene: self, change: HarnessChange(value: value, isInitial: initial, action: action))
  }
}

private struct ChangeScene<Content: Scene, V: Equatable> {
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

/// A value that is watched from rendering to rendering.
private struct HarnessChange<V: Equatable> {
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

extension View {
  /// Another value makes another view of it: what the old one remembered goes.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/id(_:)>
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View {
    drawn(AnyHashable(id)) { id, content, context in content(context.child(.identity(id))) }
  }
}
