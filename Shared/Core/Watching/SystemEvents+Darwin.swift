import Darwin
import Dispatch
import Synchronization

/// Events of kqueue(2), through Dispatch: a descriptor for each folder.
///
/// One knote merges all events of its folder until it is read, so that nothing can overflow. Events during a suspension
/// arrive when the process resumes.
final class SystemEvents: EventSource, Sendable {
  /// The source of each folder, by the folder's path. Unchecked because any thread may use a source of Dispatch.
  private struct Sources: @unchecked Sendable {
    var byPath: [String: any DispatchSourceFileSystemObject] = [:]
  }

  private let hint: Hint
  private let queue = DispatchQueue(label: AppIdentity.current.name + ".SystemEvents")
  private let closed = DispatchGroup()
  private let sources = Mutex(Sources())

  /// Nothing is opened yet.
  init(hint: @escaping Hint) throws(DiskError) {
    self.hint = hint
  }

  deinit { close() }

  func follow(_ folder: Folder, as path: String) throws(DiskError) {
    // The caller looks after this, so what changes before the new source exists is not missed.
    forget(path)
    let descriptor = try folder.opened.call(
      nil,
      { folder throws(DiskError) in
        try result("openat", path) { openat(folder, ".", O_EVTONLY | O_CLOEXEC) }
      })
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
    sources.withLock { $0.byPath[path] = source }
  }

  func forget(_ path: String) {
    sources.withLock { $0.byPath.removeValue(forKey: path)?.cancel() }
  }

  func close() {
    sources.withLock { sources in
      for source in sources.byPath.values { source.cancel() }
      sources.byPath = [:]
    }
    closed.wait()
  }
}
