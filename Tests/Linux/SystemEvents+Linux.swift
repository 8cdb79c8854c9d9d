import Dispatch
import Glibc
import Synchronization

/// Events of inotify(7): one instance, one watch for each folder. A folder's watch tells of its
/// children's growth too.
final class SystemEvents: EventSource, @unchecked Sendable {
  // Unchecked because of the source, which never changes, and which any thread may cancel.
  private struct State {
    /// Two paths may follow one folder, which has one watch then.
    var paths: [Int32: Set<String>] = [:]
    var watches: [String: Int32] = [:]
  }

  /// What the handler of the source needs, so that it does not keep the events themselves.
  private final class Watches: Sendable {
    let state = Mutex(State())
  }

  private let descriptor: Descriptor
  private let source: any DispatchSourceRead
  private let closed = DispatchGroup()
  private let watches = Watches()

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

  func follow(_ folder: Folder, as path: String, growing: () -> [FileName]) throws(DiskError) {
    let watch = try folder.withDescriptor { folder throws(DiskError) in
      // By descriptor, so that the watch is on the same folder that is listed next, even if its path has changed.
      try result("inotify_add_watch") {
        inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", Self.events)
      }
    }
    watches.state.withLock { state in
      if state.watches[path] != watch { leave(path, &state) }
      state.watches[path] = watch
      state.paths[watch, default: []].insert(path)
    }
  }

  func forget(_ path: String) {
    watches.state.withLock { leave(path, &$0) }
  }

  func close() {
    source.cancel()
    closed.wait()
  }

  /// The pause after a reading: a tenth of the time for which the watcher waits for a quiet folder.
  private static let pause = DispatchTimeInterval.milliseconds(10)

  private static let events = UInt32(
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  private func leave(_ path: String, _ state: inout State) {
    guard let watch = state.watches.removeValue(forKey: path) else { return }
    state.paths[watch]?.remove(path)
    guard state.paths[watch]?.isEmpty == true else { return }
    state.paths[watch] = nil
    // An error means that the watch went with its folder.
    _ = inotify_rm_watch(descriptor, watch)
  }

  /// Reads all that waits. Every path is named once, however many events it had.
  private static func drain(_ descriptor: Descriptor, _ watches: Watches, _ hint: Hint) {
    var hinted: Set<Int32> = []
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
          hinted.insert(event.wd)
          if event.mask & UInt32(IN_IGNORED) != 0 { forgetWatch(event.wd, watches, hint) }
        }
      }
    }
    if wasLost { return hint(nil) }
    let paths = watches.state.withLock { state in
      hinted.reduce(into: Set<String>()) { $0.formUnion(state.paths[$1] ?? []) }
    }
    for path in paths { hint(path) }
  }

  /// The kernel took a watch away, with the folder or with its volume.
  private static func forgetWatch(_ watch: Int32, _ watches: Watches, _ hint: Hint) {
    let paths = watches.state.withLock { state in
      let paths = state.paths.removeValue(forKey: watch) ?? []
      for path in paths where state.watches[path] == watch { state.watches[path] = nil }
      return paths
    }
    for path in paths { hint(path) }
  }
}
