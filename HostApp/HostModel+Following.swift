import Shared

extension HostModel {
  /// Shows what comes and goes while the app is in use, with nothing pressed, until its task is cancelled.
  ///
  /// It has no memory: whatever it misses is met when the app becomes active.
  func follow() async {
    guard let library else { return }
    let watcher = library.watcher()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await report in watcher { await self.heed(report) }
      }
      group.addTask {
        for await _ in library.doorbell.rings([.inbox, .provider]) {
          await self.drain()
        }
      }
    }
  }

  private func heed(_ report: DirectoryReport) async {
    if report.path == library?.documentsPath {
      if isNews(report) { await refresh() }
    } else if tellsOfArrivals(report) {
      await drain()
    }
  }

  /// Whether a report tells of Documents what is not shown already: what we did ourselves is.
  private func isNews(_ report: DirectoryReport) -> Bool {
    let top = documents.filter { $0.path.names.count == 1 }
    let shown = Listing(
      Dictionary(top.map { ($0.path.names[0], $0.status) }, uniquingKeysWith: { $1 }))
    switch report.news {
    case .listing(let listing): return listing != shown
    case .difference(let changes):
      var now = shown
      now.apply(changes)
      return now != shown
    case .unreadable: return true
    }
  }

  /// Whether a folder in which documents arrive has something to take in, or lost something that waits. What
  /// only grows is told again when it is quiet.
  private func tellsOfArrivals(_ report: DirectoryReport) -> Bool {
    switch report.news {
    case .listing(let listing): return !listing.entries.isEmpty
    case .difference(let changes):
      return !report.settled.isEmpty
        || changes.contains { change in
          switch change {
          case .added, .renamed: true
          case .changed: false
          case .removed(let name): waiting.contains { $0.name == name.description }
          }
        }
    case .unreadable: return false
    }
  }
}
