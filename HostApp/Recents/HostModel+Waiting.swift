import Shared

extension HostModel {
  /// Whether a person is asked about deleting something that waits.
  var isDiscarding: Bool {
    get { discarding != nil }
    set { if !newValue { discarding = nil } }
  }

  /// Deletes for good what was not taken in: a person was asked.
  func discard(_ outcome: DrainOutcome) {
    discarding = nil
    guard let library, let waiting = outcome.waiting else { return }
    steps += 1
    Task {
      defer { steps -= 1 }
      let result = await library.discard(waiting)
      // What became of it is to be seen in any case.
      await drain()
      if case .failure(let error) = result { problem = Messages.action(error) }
    }
  }
}
