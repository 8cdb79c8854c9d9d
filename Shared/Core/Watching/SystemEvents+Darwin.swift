import Darwin
import Dispatch
import Synchronization

/// Events of kqueue(2), through Dispatch: a descriptor for each folder, and the rest of ``DirectoryWatcher/limit``
/// for children that may still be growing, because a folder's source does not report writes into its files. A child
/// without a descriptor is examined until it is stable; a descriptor only reports a write sooner.
///
/// One knote merges all events of its file until it is read, so that nothing can overflow. Events during a suspension
/// arrive when the process resumes.
final class SystemEvents: EventSource, @unchecked Sendable {
  // Unchecked because of the sources, which are behind a lock, and which any thread may cancel.
  fileprivate struct Sources {
    var folder: any DispatchSourceFileSystemObject
    var children: [FileName: any DispatchSourceFileSystemObject] = [:]
  }

  private let hint: Hint
  private let queue = DispatchQueue(label: AppIdentity.current.name + ".SystemEvents")
  private let closed = DispatchGroup()
  private let sources = Mutex<[String: Sources]>([:])

  /// Nothing is opened yet.
  init(hint: @escaping Hint) throws(DiskError) {
    self.hint = hint
  }

  deinit { close() }

  func follow(_ folder: Folder, as path: String, growing: () -> [FileName]) throws(DiskError) {
    // The listing comes after this, so it includes changes made before the new source exists.
    sources.withLock { sources in
      sources.removeValue(forKey: path)?.cancel()
      sources.makeRoom()
    }
    let own = try folder.withDescriptor { folder throws(DiskError) in
      try result("openat", path) { openat(folder, ".", O_EVTONLY | O_CLOEXEC) }
    }
    var followed = Sources(
      folder: source(own, path, [.write, .delete, .rename, .attrib, .link, .revoke]))
    let room = DirectoryWatcher.limit - 1 - sources.withLock { $0.descriptorCount }
    for name in growing().prefix(room) {
      let child = try? folder.withDescriptor { folder throws(DiskError) in
        try result("openat", name) {
          openat(folder, $0, O_EVTONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
      }
      // A child that cannot be opened is examined again by the next look.
      guard let child else { continue }
      followed.children[name] = source(child, path, [.write, .extend, .attrib])
    }
    sources.withLock { $0[path] = followed }
  }

  func forget(_ path: String) {
    sources.withLock { $0.removeValue(forKey: path)?.cancel() }
  }

  func close() {
    sources.withLock { sources in
      for followed in sources.values { followed.cancel() }
      sources = [:]
    }
    closed.wait()
  }

  private func source(
    _ descriptor: Descriptor, _ path: String, _ events: DispatchSource.FileSystemEvent
  ) -> any DispatchSourceFileSystemObject {
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: events, queue: queue)
    source.setEventHandler { [hint] in hint(path) }
    closed.enter()
    source.setCancelHandler { [closed] in
      _ = Darwin.close(descriptor)
      closed.leave()
    }
    source.activate()
    return source
  }
}

extension SystemEvents.Sources {
  fileprivate func cancel() {
    folder.cancel()
    for child in children.values { child.cancel() }
  }
}

extension [String: SystemEvents.Sources] {
  fileprivate var descriptorCount: Int { values.reduce(0) { $0 + 1 + $1.children.count } }

  /// Closes sources of children until there is room for another folder. There are never more folders than
  /// ``DirectoryWatcher/limit``.
  fileprivate mutating func makeRoom() {
    while descriptorCount >= DirectoryWatcher.limit {
      guard
        let (path, name) = lazy.compactMap({ path, of in of.children.keys.first.map { (path, $0) } }).first
      else { return }
      self[path]?.children.removeValue(forKey: name)?.cancel()
    }
  }
}
