import Shared

extension HostModel {
  /// Whether the user is asked about deleting a waiting item.
  var isDiscarding: Bool {
    get { discarding != nil }
    set { if !newValue { discarding = nil } }
  }

  /// Deletes for good an item that was not taken in. The user has confirmed it.
  func discard(_ outcome: DrainOutcome) {
    discarding = nil
    guard let library, let waiting = outcome.waiting else { return }
    steps += 1
    Task {
      defer { steps -= 1 }
      let result = await library.discard(waiting)
      // What became of it is to be seen in any case.
      await drain()
      if case .failure(let error) = result { drainProblem = Messages.action(error) }
    }
  }
}
