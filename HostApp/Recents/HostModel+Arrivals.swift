import Shared

extension HostModel {
  /// Documents that arrived since the app was last left, newest first.
  var arrivals: [Arrivals.Arrival] { arrived.all }

  /// The user leaves the app, and has seen all arrivals up to now, and what could not be opened.
  func leave() {
    visits.leave(.now)
    arrived.clear()
    forgetOpened()
  }

  /// Looks for documents that other processes, mostly the provider, took in since the app was last left.
  func lookForArrivals() async {
    guard let library else { return }
    // If this fails, the list of documents shows the new ones all the same.
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
