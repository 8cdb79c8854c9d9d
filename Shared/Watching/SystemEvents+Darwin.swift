import Darwin
import Dispatch

/// Events of kqueue(2), through Dispatch: a descriptor for each folder, and a few for children that may
/// still be growing, because a folder's source says nothing of what is written into its files.
///
/// One knote merges whatever happens to it until it is read, so that nothing can overflow; and what
/// happens while the process is suspended is told when it goes on.
final class SystemEvents: EventSource, @unchecked Sendable {
  // Unchecked because of the sources, which are behind a lock, and which any thread may cancel.
  fileprivate struct Sources {
    var folder: any DispatchSourceFileSystemObject
    var children: [FileName: any DispatchSourceFileSystemObject] = [:]
  }

  /// A process may have 256 descriptors open; of those, with 16 folders, children take half at most.
  private static let growingAtOnce = 6

  private let hint: Hint
  private let queue = DispatchQueue(label: "Intray.SystemEvents")
  private let closed = DispatchGroup()
  private let sources = Locked<[String: Sources]>([:])

  /// Nothing is opened yet.
  init(hint: @escaping Hint) throws(DiskError) {
    self.hint = hint
  }

  deinit { close() }

  func follow(_ folder: Folder, as path: String, growing: [FileName]) throws(DiskError) {
    let own = try folder.withDescriptor { folder throws(DiskError) in
      try result("openat", path) { openat(folder, ".", O_EVTONLY | O_CLOEXEC) }
    }
    var followed = Sources(
      folder: source(own, path, [.write, .delete, .rename, .attrib, .link, .revoke]))
    for name in growing.prefix(Self.growingAtOnce) {
      let child = try? folder.withDescriptor { folder throws(DiskError) in
        try result("openat", name) {
          openat(folder, $0, O_EVTONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
      }
      // A child that cannot be opened is met again by the look that says whether it settled.
      guard let child else { continue }
      followed.children[name] = source(child, path, [.write, .extend, .attrib])
    }
    sources.withLock { sources in
      sources.removeValue(forKey: path)?.cancel()
      sources[path] = followed
    }
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
