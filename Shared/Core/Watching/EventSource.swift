/// The source of hints that a folder may have changed: inotify(7) on Linux, vnode sources of kqueue(2) on Apple's
/// platforms.
///
/// A source may merge, delay and lose events. When it detects a loss, it hints at every folder.
protocol EventSource: AnyObject, Sendable {
  /// Begins giving hints of a folder, in place of what was followed for the path before.
  ///
  /// - Parameters:
  ///   - folder: what to follow: the folder of the path, or, while that is missing, one above it.
  ///   - path: the path in the hints.
  /// - Throws: ``DiskError/Code/tooManyOpen``, ``DiskError/Code/noSpace`` when the system gives no more;
  ///   nothing is followed for the path then.
  func follow(_ folder: Folder, as path: String) throws(DiskError)

  /// Gives no more hints of a path.
  func forget(_ path: String)

  /// Gives no more hints, and has closed every descriptor when it returns.
  func close()
}

/// Takes a hint; nil names every folder.
typealias Hint = @Sendable (_ path: String?) -> Void
