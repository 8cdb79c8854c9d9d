import Shared

extension HostModel {
  /// Shows what comes and goes while the app is in use, with nothing pressed, until its task is cancelled.
  ///
  /// It has no memory: whatever it misses is met when the app becomes active.
  func follow() async {
    guard let library else { return }
    let watcher = library.watcher()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.cloud.follow() }
      group.addTask {
        for await report in watcher { await self.heed(report) }
      }
      group.addTask {
        for await _ in library.notifier.posts([.inbox, .provider]) {
          await self.drain()
          // Perhaps the extension was first.
          await self.lookForArrivals()
        }
      }
    }
  }

  private func heed(_ report: DirectoryReport) async {
    if report.path == library?.documentsPath {
      await browser.refresh()
    } else if tellsOfArrivals(report) {
      await drain()
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
