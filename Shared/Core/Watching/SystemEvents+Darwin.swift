import Darwin
import Dispatch
import Synchronization

/// Events of kqueue(2), through Dispatch: a descriptor for each folder.
///
/// One knote merges all events of its folder until it is read, so that nothing can overflow. Events during a suspension
/// arrive when the process resumes.
final class SystemEvents: EventSource, @unchecked Sendable {
  // Unchecked because of the sources, which are behind a lock, and which any thread may cancel.
  private let hint: Hint
  private let queue = DispatchQueue(label: AppIdentity.current.name + ".SystemEvents")
  private let closed = DispatchGroup()
  private let sources = Mutex<[String: any DispatchSourceFileSystemObject]>([:])

  /// Nothing is opened yet.
  init(hint: @escaping Hint) throws(DiskError) {
    self.hint = hint
  }

  deinit { close() }

  func follow(_ folder: Folder, as path: String) throws(DiskError) {
    // The caller looks after this, so what changes before the new source exists is not missed.
    forget(path)
    let descriptor = try folder.withDescriptor { folder throws(DiskError) in
      try result("openat", path) { openat(folder, ".", O_EVTONLY | O_CLOEXEC) }
    }
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: [.write, .delete, .rename, .attrib, .link, .revoke], queue: queue
    )
    source.setEventHandler { [hint] in hint(path) }
    closed.enter()
    source.setCancelHandler { [closed] in
      _ = Darwin.close(descriptor)
      closed.leave()
    }
    source.activate()
    sources.withLock { $0[path] = source }
  }

  func forget(_ path: String) {
    sources.withLock { $0.removeValue(forKey: path)?.cancel() }
  }

  func close() {
    sources.withLock { sources in
      for source in sources.values { source.cancel() }
      sources = [:]
    }
    closed.wait()
  }
}
