import Observation
import Synchronization

/// Remembers that what a harness shows is out of date, and has it rendered again. Safe from any thread.
final class HarnessInvalidation: Sendable {
  private struct Weak: Sendable { weak var harness: ViewHarness? }
  private let state = Mutex((isMarked: true, harness: Weak()))

  /// Says which harness renders.
  func connect(_ harness: ViewHarness) { state.withLock { $0.harness = Weak(harness: harness) } }

  /// Says that what is shown is out of date.
  func mark() {
    let harness = state.withLock { state -> ViewHarness? in
      defer { state.isMarked = true }
      return state.isMarked ? nil : state.harness.harness
    }
    guard let harness else { return }
    Task { @MainActor in harness.update() }
  }

  /// Whether it was out of date; from now on it is not.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isMarked = false }
      return state.isMarked
    }
  }
}

/// The appearing and disappearing of one view.
final class HarnessLifecycle {
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?
  var work: (@MainActor (ViewHarness) -> Task<Void, Never>)?
  /// A change of it starts the work again.
  var workID: AnyHashableValue?
  var visibility: HarnessVisibility

  private var hasAppeared = false
  private var task: Task<Void, Never>?
  private var taskID: AnyHashableValue?

  init(visibility: HarnessVisibility) { self.visibility = visibility }

  deinit { task?.cancel() }

  /// Follows what the last rendering said.
  @MainActor
  func follow(on harness: ViewHarness) {
    guard visibility.isVisible else { return disappear() }
    let isNew = !hasAppeared
    hasAppeared = true
    if isNew { onAppear?() }
    if let work, isNew || taskID != workID {
      task?.cancel()
      taskID = workID
      task = work(harness)
    }
  }

  /// The view left the screen.
  func disappear() {
    guard hasAppeared else { return }
    hasAppeared = false
    onDisappear?()
    task?.cancel()
    task = nil
  }
}

/// A value that can be compared with another of its type.
struct AnyHashableValue: Equatable {
  private let value: any Equatable
  init(_ value: some Equatable) { self.value = value }

  static func == (left: Self, right: Self) -> Bool {
    func isEqual<V: Equatable>(_ value: V) -> Bool { value == right.value as? V }
    return isEqual(left.value)
  }
}

/// Whether a part of the tree is on screen: a page that another covers is not.
final class HarnessVisibility {
  private let parent: HarnessVisibility?
  var isHere = true
  init(in parent: HarnessVisibility?) { self.parent = parent }
  var isVisible: Bool { isHere && parent?.isVisible ?? true }
}

/// A caller that waits for what a harness shows.
@MainActor
final class HarnessWaiter {
  private let isFulfilled: @MainActor (ViewHarness) -> Bool
  private var continuation: CheckedContinuation<Bool, Never>?
  private var result: Bool?

  init(_ isFulfilled: @escaping @MainActor (ViewHarness) -> Bool) { self.isFulfilled = isFulfilled }

  /// Asks the condition, and has it asked again when an observable object that it read changes.
  func check(_ harness: ViewHarness) -> Bool {
    withObservationTracking {
      isFulfilled(harness)
    } onChange: { [weak harness] in
      Task { @MainActor in harness?.wakeWaiters() }
    }
  }

  func finish(_ isFulfilled: Bool) {
    guard result == nil else { return }
    result = isFulfilled
    continuation?.resume(returning: isFulfilled)
    continuation = nil
  }

  func wait() async -> Bool {
    if let result { return result }
    return await withCheckedContinuation { continuation = $0 }
  }
}

extension ViewHarness {
  /// Waits until what is shown fulfils a condition. The condition is asked after each rendering, after each end
  /// of a view's work, and when an observable object that it read has changed; nothing is polled.
  ///
  /// - Parameters:
  ///   - limit: when to give up; a machine that does much else is slow.
  ///   - condition: what to wait for.
  /// - Throws: ``HarnessError/neverShown(_:)`` at the limit, or when the waiting task is cancelled.
  public func wait(
    atMost limit: Duration = .seconds(300), until condition: @escaping @MainActor (ViewHarness) -> Bool
  ) async throws(HarnessError) {
    // A waiting caller always lets other tasks run, even for what is shown already.
    await Task.yield()
    update()
    let waiter = HarnessWaiter(condition)
    if waiter.check(self) { return }
    waiters.append(waiter)
    let alarm = Task {
      // A cancelled alarm is no longer needed.
      try? await Task.sleep(for: limit)
      waiter.finish(false)
    }
    let isFulfilled = await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      Task { @MainActor in waiter.finish(false) }
    }
    alarm.cancel()
    waiters.removeAll { $0 === waiter }
    guard isFulfilled else { throw HarnessError.neverShown(text) }
  }

  /// Waits until some text is shown.
  public func wait(for text: String, atMost limit: Duration = .seconds(300)) async throws(HarnessError) {
    try await wait(atMost: limit) { $0.text.contains(text) }
  }

  /// Waits until all work of views (`task`, `refreshable`) has ended. Work without an end keeps it waiting.
  public func finishWork() async {
    while let work = works.values.first { await work.value }
    update()
  }

  func wakeWaiters() {
    for waiter in waiters where waiter.check(self) { waiter.finish(true) }
  }
}
