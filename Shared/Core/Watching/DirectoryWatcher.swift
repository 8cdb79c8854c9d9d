import Synchronization

/// Says which of a few folders may have changed. The caller then looks at them.
///
/// The first element names every folder, at once. Each later one names those in which something happened since, when
/// no event has come for a tenth of a second, or after a second. What happens while the caller looks is in the next
/// element. A folder that goes, is replaced or appears is named, too. While it is missing, the nearest folder above it is
/// followed. A folder that cannot be read, or for which the system has no more watches, is tried every few seconds.
///
/// Only the folders themselves are watched: names in them that come and go, and their own attributes. No event tells that a
/// file grows, that something changed deeper, or that a folder above was renamed. While the process is suspended, no
/// event comes. Look at everything when the app becomes active.
///
/// It keeps at most ``limit`` descriptors open, and two more while it begins to follow a folder. It can be iterated once;
/// ending the task that iterates, or letting go of the iterator, closes every descriptor.
///
/// The module Watching:
/// - For: that a folder may have changed, and when a file that another program writes is complete.
/// - Guarantees: a hint after each change; after lost events a hint at every folder.
/// - After a crash: nothing: it writes nothing.
/// - Never: list a folder, or say what changed.
public final class DirectoryWatcher: AsyncSequence, Sendable {
  /// As many folders as one watcher takes, and as many descriptors as it keeps: an iOS process has few.
  public static let limit = 16

  private let schedule: Mutex<HintSchedule>
  private let bell: AsyncStream<Void>
  private let ringer: AsyncStream<Void>.Continuation
  private let disk: Disk
  private let makeSource: @Sendable (@escaping Hint) throws(DiskError) -> any EventSource

  /// A watcher of folders, by their absolute paths. Nothing is opened before it is iterated.
  public convenience init(_ folders: Set<String>) { self.init(folders, disk: .system) }

  init(
    _ folders: Set<String>, pace: HintSchedule.Pace = HintSchedule.Pace(), disk: Disk = .system,
    source: @escaping @Sendable (@escaping Hint) throws(DiskError) -> any EventSource = {
      (hint: @escaping Hint) throws(DiskError) in try SystemEvents(hint: hint)
    }
  ) {
    schedule = Mutex(HintSchedule(pace))
    // One buffered signal is enough: after it, the iterator takes everything that is due.
    (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.disk = disk
    makeSource = source
    follow(folders)
  }

  /// Watches these folders from now on. A folder that was watched before is not named for it.
  ///
  /// - Precondition: at most ``limit`` of them.
  public func follow(_ folders: Set<String>) {
    precondition(folders.count <= Self.limit, "a watcher takes \(Self.limit) folders")
    schedule.withLock { $0.follow(folders, now: .now) }
    ringer.yield()
  }

  /// Begins to watch.
  public func makeAsyncIterator() -> Iterator { Iterator(watcher: self, bell: bell.makeAsyncIterator()) }

  /// Waits until a folder is due.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let watcher: DirectoryWatcher
    fileprivate var bell: AsyncStream<Void>.Iterator
    private var source: (any EventSource)?
    private var followed: Set<String> = []
    /// The folders that could not be opened, and were named since.
    private var missing: Set<String> = []

    fileprivate init(watcher: DirectoryWatcher, bell: AsyncStream<Void>.Iterator) {
      (self.watcher, self.bell) = (watcher, bell)
    }

    /// The folders that may have changed; nil when its task was cancelled, and then every descriptor is closed.
    public mutating func next() async -> Set<String>? {
      while !Task.isCancelled {
        let (due, all) = watcher.schedule.withLock { ($0.removeDue(now: .now), $0.folders) }
        for path in followed.subtracting(all) { source?.forget(path) }
        followed = all
        missing.formIntersection(all)
        let changed = due.filter { follow($0) }
        if !changed.isEmpty { return changed }
        let alarm = watcher.schedule.withLock(\.next).map { moment in
          Task { [ringer = watcher.ringer] in
            // A cancelled sleep ends early, and then nothing is due.
            guard (try? await Task.sleep(until: moment, clock: .continuous)) != nil else { return }
            ringer.yield()
          }
        }
        let wasRung: Void? = await bell.next()
        alarm?.cancel()
        if wasRung == nil { break }
      }
      source?.close()
      source = nil
      return nil
    }

    /// Follows a folder before the caller looks at it, so that a later change causes another hint.
    ///
    /// - Returns: whether the caller is to look: not while the folder stays missing.
    private mutating func follow(_ path: String) -> Bool {
      var isThere = false
      // Another folder may take its place, or it may appear, before it is followed, and no event tells. The third time in a
      // row it is polled.
      for _ in 1...3 {
        do throws(DiskError) {
          let folder = try Folder.open(path, disk: watcher.disk)
          isThere = true
          missing.remove(path)
          try follow(folder, as: path)
          if try folder.status().file == Folder.open(path, disk: watcher.disk).status().file { return true }
        } catch  where error.code == .notFound {
          isThere = false
          if followAbove(path) { return missing.insert(path).inserted }
        } catch {
          // Regaining permission raises no event.
          break
        }
      }
      watcher.schedule.withLock { $0.poll(path, now: .now) }
      return isThere || missing.insert(path).inserted
    }

    private mutating func follow(_ folder: Folder, as path: String) throws(DiskError) {
      let source = if let source { source } else { try watcher.makeSource(watcher.hint) }
      self.source = source
      try source.follow(folder, as: path)
    }

    /// Follows the nearest folder above a missing one, where it will appear.
    ///
    /// - Returns: whether it does; false also when the folder has appeared meanwhile.
    private mutating func followAbove(_ path: String) -> Bool {
      var above = path
      while above.utf8.count > 1 {
        do throws(DiskError) {
          let (folder, name) = try Folder.openParent(of: above, disk: watcher.disk)
          try follow(folder, as: path)
          return try !folder[name].exists()
        } catch  where error.code == .notFound {
          guard let slash = above.dropLast().lastIndex(of: "/") else { return false }
          above = String(above[...slash])
        } catch {
          return false
        }
      }
      return false
    }
  }

  private var hint: Hint {
    { [self] path in
      schedule.withLock { $0.hint(path, now: .now) }
      ringer.yield()
    }
  }
}
