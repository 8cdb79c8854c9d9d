import Shared

extension HostModel {
  /// Shows documents that come or go while the app is in use, until its task is cancelled.
  ///
  /// It keeps no state: when the app becomes active, ``activate()`` finds each change that this missed.
  func follow() async {
    guard let library else { return }
    let watcher = library.watcher()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.cloud.follow() }
      group.addTask {
        for await report in watcher { await self.handle(report) }
      }
      group.addTask {
        for await _ in library.notifier.posts([.inbox, .provider]) {
          await self.drain()
          // The File Provider extension may have drained first.
          await self.lookForArrivals()
        }
      }
    }
  }

  private func handle(_ report: DirectoryReport) async {
    if report.path == library?.documentsPath {
      await browser.refresh()
    } else if tellsOfArrivals(report) {
      await drain()
    }
  }

  /// Whether a folder in which documents arrive has something to take in, or lost a waiting item. A file that
  /// only grows is reported again when it stops growing.
  private func tellsOfArrivals(_ report: DirectoryReport) -> Bool {
    switch report.event {
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
