/// An error of the file system: its meaning, the call that failed, and the path. The app and the extensions turn it into
/// messages.
public struct DiskError: Error, Hashable, Sendable {
  /// The meaning of the error.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// No such file or folder.
    case notFound
    /// The name is taken.
    case exists
    /// Not allowed by permissions, a lock or data protection.
    case denied
    /// The volume is full, or a quota is.
    case noSpace
    /// The volume can only be read.
    case readOnly
    /// Too many files are open.
    case tooManyOpen
    /// The name or path is too long.
    case nameTooLong
    /// A file larger than the volume or the process may have.
    case tooLarge
    /// Something that must be a folder is not one.
    case notAFolder
    /// The folder has something in it.
    case notEmpty
    /// Source and destination are on two volumes.
    case otherVolume
    /// The volume cannot do it (exclusive rename, exchange).
    case unsupported
    /// A symbolic link where none is followed.
    case link
    /// A FIFO, a socket or a device.
    case special
    /// The app's own folder, its contents, or a folder that holds it, where a file of another app is expected.
    case ownFolder
    /// Another process changed the file while it was read, or the name stands for another file now.
    case changed
    /// The staged copy is gone: the sweep removed it, or another process recovered it.
    case swept
    /// The user cancelled.
    case cancelled
    /// The medium failed, or the error has no other meaning.
    case failed
  }

  /// The meaning of the error.
  public let code: Code
  /// The system call, by its name in the manual.
  public let call: String
  /// The value of errno after the call, or 0 when no call failed.
  public let number: Int32
  /// The path, for messages to the user. It is private and is not logged.
  public let place: String

  /// An error that no system call reported.
  public init(_ code: Code, call: String = "", number: Int32 = 0, at place: String) {
    self.code = code
    self.call = call
    self.number = number
    self.place = place
  }

  /// Tells whether the path leads nowhere: the entry does not exist, or an entry on the path is no folder.
  public var isGone: Bool { [.notFound, .notAFolder, .link].contains(code) }

  /// Tells whether the disk is not as the caller knew it: something is gone, is another file by now, or was swept.
  var isOutdated: Bool { isGone || code == .changed || code == .swept }

  /// Tells whether a sync failed. Its file must be made again, not synced again.
  var isOfSync: Bool { call == "fsync" }

  /// The same error with another path.
  func at(_ place: String) -> DiskError {
    DiskError(code, call: call, number: number, at: place)
  }
}
