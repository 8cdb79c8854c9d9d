extension View {
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
    modifier(LifecycleModifier(onAppear: action))
  }
  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    modifier(LifecycleModifier(onDisappear: action))
  }
  /// Does work while the view is there: it begins when the view appears and is cancelled when it disappears.
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    modifier(LifecycleModifier(work: { $0.run(priority: priority, action) }))
  }
  /// Does work while the view is there, and begins again when a value changes.
  public nonisolated func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    modifier(LifecycleModifier(work: { $0.run(priority: priority, action) }, workID: AnyHashableValue(value)))
  }
}

struct LifecycleModifier {
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?
  var work: (@MainActor (ViewHarness) -> Task<Void, Never>)?
  var workID: AnyHashableValue?
}
extension LifecycleModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let lifecycle = context.slot.lifecycle ?? HarnessLifecycle(visibility: context.visibility)
    context.slot.lifecycle = lifecycle
    lifecycle.visibility = context.visibility
    lifecycle.onAppear = onAppear
    lifecycle.onDisappear = onDisappear
    lifecycle.work = work
    lifecycle.workID = workID
    context.harness.follow(lifecycle)
    return content(context)
  }
}
