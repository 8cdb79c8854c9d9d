import Observation

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
