import Synchronization

/// The part of the watcher that reads the disk: off the caller's thread, one folder at a time.
actor WatchRound {
  enum Step {
    case report(DirectoryReport)
    case again
    case wait(until: ContinuousClock.Instant?)
  }

  private var watch: Watch
  private let disk: Disk
  private let inputs: DirectoryWatcher.Inputs
  private let makeSource: @Sendable () throws(DiskError) -> any EventSource
  private var source: (any EventSource)?

  init(
    _ watch: Watch, disk: Disk, inputs: DirectoryWatcher.Inputs,
    source: @escaping @Sendable () throws(DiskError) -> any EventSource
  ) {
    self.watch = watch
    self.disk = disk
    self.inputs = inputs
    makeSource = source
  }

  /// Takes in the hints, and looks at one folder if one is due.
  func step() -> Step {
    takeHints()
    switch watch.next(now: .now) {
    case .wait(until: let moment): return .wait(until: moment)
    case .look(let path):
      let start = ContinuousClock.now
      watch.begin(path)
      let (look, folder) = look(at: path)
      let report = watch.end(path, look, now: .now) { name, status in
        guard let folder, status.kind == .folder else { return StabilityTracker.print(of: name, status) }
        do throws(DiskError) {
          return try StabilityTracker.print(of: name, status, in: folder)
        } catch {
          // An unreadable entry is judged by its own status, because its contents may never become readable.
          return StabilityTracker.print(of: name, status)
        }
      }
      watch.rest(path, from: start, now: .now)
      return report.map { .report($0) } ?? .again
    }
  }

  func close() {
    source?.close()
    source = nil
  }

  private func takeHints() {
    let taken = inputs.state.withLock { inputs in
      defer {
        inputs.hinted = []
        inputs.wasAnyHinted = false
      }
      return inputs
    }
    for path in watch.paths.subtracting(taken.paths.union(taken.arriving).union(taken.noticing)) {
      source?.forget(path)
    }
    watch.follow(taken.paths, arriving: taken.arriving, noticing: taken.noticing, now: .now)
    if taken.wasAnyHinted { watch.hint(nil, now: .now) }
    for path in taken.hinted { watch.hint(path, now: .now) }
  }

  /// Follows the folder before listing it. A change in between causes a hint and another listing.
  private func look(at path: String) -> (Watch.LookResult, Folder?) {
    do throws(DiskError) {
      let folder = try Folder.open(path, disk: disk)
      let pollingReason = follow(folder, as: path)
      let listing =
        watch.isListed(path) ? try Listing(of: folder, before: watch.listing(of: path)) : Listing()
      // The path may lead to another folder since it was opened, and the system sends no event for a change before
      // the watch began. List it once more after a pause. The pause limits how often this can happen.
      let (one, other) = (try folder.status(), try Folder.open(path, disk: disk).status())
      if one.inode != other.inode || one.device != other.device { watch.hint(path, now: .now) }
      return (Watch.LookResult(found: .success(listing), pollingReason: pollingReason), folder)
    } catch {
      return (Watch.LookResult(found: .failure(error), pollingReason: followAbove(path)), nil)
    }
  }

  /// - Returns: why it cannot be followed.
  private func follow(_ folder: Folder, as path: String) -> DiskError? {
    do throws(DiskError) {
      let source: any EventSource
      if let made = self.source { source = made } else { source = try makeSource() }
      self.source = source
      try source.follow(folder, as: path, growing: { watch.growing(in: path) })
      return nil
    } catch {
      return error
    }
  }

  /// For a missing folder, follows the nearest existing one above it, where it will appear. Regaining permission
  /// raises no event, neither in the folder nor above it, so an unreadable folder is polled.
  private func followAbove(_ path: String) -> DiskError? {
    var above = path
    while true {
      do throws(DiskError) {
        let (folder, name) = try Folder.openParent(of: above, disk: disk)
        if let pollingReason = follow(folder, as: path) { return pollingReason }
        // The folder appeared meanwhile, or it exists and cannot be read.
        return try folder.has(name) ? DiskError(.denied, at: path) : nil
      } catch  where error.code == .notFound && above.utf8.count > 1 {
        above = above[...].parent
      } catch {
        return error
      }
    }
  }
}

extension Substring {
  /// The path up to the last slash.
  fileprivate var parent: String {
    let trimmed = hasSuffix("/") ? dropLast() : self
    guard let slash = trimmed.lastIndex(of: "/"), slash != trimmed.startIndex else { return "/" }
    return String(trimmed[..<slash])
  }
}
