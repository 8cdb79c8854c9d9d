import Dispatch
import Glibc
import Synchronization

/// Events of inotify(7): one instance, one watch for each folder. It tells no more than kqueue(2) does, so it ignores
/// what happens to the contents and the attributes of an entry.
final class SystemEvents: EventSource, @unchecked Sendable {
  // Unchecked because of the source, which never changes, and which any thread may cancel.
  private let descriptor: Descriptor
  private let source: any DispatchSourceRead
  private let closed = DispatchGroup()
  private let watches = Watches()

  /// What the source's handler needs. It must not keep ``SystemEvents``, which would then be released on the queue that it
  /// waits for.
  private final class Watches: Sendable {
    /// Two paths may follow one folder, which has one watch then.
    let ofPaths = Mutex<[String: Int32]>([:])
  }

  /// Opens an instance.
  ///
  /// - Throws: ``DiskError/Code/tooManyOpen`` when the user may have no more.
  init(hint: @escaping Hint) throws(DiskError) {
    // IN_NONBLOCK and IN_CLOEXEC are these by definition.
    let descriptor = try result("inotify_init1") { inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC)) }
    self.descriptor = descriptor
    let queue = DispatchQueue(label: AppIdentity.current.name + ".SystemEvents")
    // Unsafe only to the compiler: any thread may resume a source.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.source = source
    source.setEventHandler { [watches] in
      Self.drain(descriptor, watches, hint)
      // The kernel keeps the events of the pause, and one reading takes them all.
      source.suspend()
      queue.asyncAfter(deadline: .now() + Self.pause) { source.resume() }
    }
    closed.enter()
    source.setCancelHandler { [closed] in
      _ = Glibc.close(descriptor)
      closed.leave()
    }
    source.activate()
  }

  deinit { close() }

  func follow(_ folder: Folder, as path: String) throws(DiskError) {
    // By descriptor, so that the watch is on this very folder, even if its path has changed.
    let watch = try folder.opened.call(
      nil,
      { [descriptor] folder throws(DiskError) in
        try result("inotify_add_watch") {
          inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", Self.events)
        }
      })
    watches.ofPaths.withLock { watches in
      if watches[path] != watch { leave(path, &watches) }
      watches[path] = watch
    }
  }

  func forget(_ path: String) {
    watches.ofPaths.withLock { leave(path, &$0) }
  }

  func close() {
    source.cancel()
    closed.wait()
  }

  /// The pause after a reading: a tenth of the time for which the watcher waits for a quiet folder.
  private static let pause = DispatchTimeInterval.milliseconds(10)

  private static let events = UInt32(
    IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)

  private func leave(_ path: String, _ watches: inout [String: Int32]) {
    guard let watch = watches.removeValue(forKey: path), !watches.values.contains(watch) else { return }
    // An error means that the watch went with its folder.
    _ = inotify_rm_watch(descriptor, watch)
  }

  /// Reads all that waits. Every path is named once, however many events it had.
  private static func drain(_ descriptor: Descriptor, _ watches: Watches, _ hint: Hint) {
    var (changed, gone): (Set<Int32>, Set<Int32>) = ([], [])
    var wasLost = false
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { break }
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { wasLost = true }
          // The kernel took a watch away, with the folder or with its volume.
          if event.mask & UInt32(IN_IGNORED) != 0 { gone.insert(event.wd) }
          // An event of an entry has the entry's name behind it.
          if event.mask & UInt32(IN_ATTRIB) == 0 || event.len == 0 { changed.insert(event.wd) }
        }
      }
    }
    let paths = watches.ofPaths.withLock { watches in
      defer { watches = watches.filter { !gone.contains($0.value) } }
      return watches.filter { changed.contains($0.value) }.keys
    }
    if wasLost { return hint(nil) }
    for path in paths { hint(path) }
  }
}
