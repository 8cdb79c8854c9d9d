import Shared

extension HostModel {
  /// What came since the app was last left, newest first.
  var arrivals: [Arrivals.Arrival] { arrived.all }

  /// The app is left: what came until now was seen.
  func leave() {
    visits.leave(.now)
    arrived.clear()
  }

  /// Looks for what others took in since the app was last left, the File Provider extension above all.
  func lookForArrivals() async {
    guard let library else { return }
    // What cannot be told is among the documents all the same.
    arrived.add((try? await library.arrivals(since: visits.last()).get()) ?? [])
  }

  /// Shows what a piece of work brought, and where it is from.
  func show(arrivals outcomes: [DrainOutcome]) async {
    arrived.add(outcomes)
    guard let library, !outcomes.isEmpty else { return }
    arrived.add(await library.arrivals(at: arrivals.prefix(Arrivals.most).map(\.path)))
  }
}

extension DrainOutcome {
  /// Whether it is a document now that was none before.
  var isImport: Bool {
    if case .imported = result { return true }
    return false
  }
}
