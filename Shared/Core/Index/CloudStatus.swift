/// The places where a document may be, in the order in which it is looked for.
public enum CloudPlace: Hashable, CaseIterable, Sendable {
  /// In Documents, on this device.
  case local
  /// In the folder of our iCloud container that the user sees in iCloud Drive.
  case cloudDocuments
  /// In our iCloud container, outside that folder: the user does not see it in iCloud Drive.
  case cloudData

  /// Tells whether it is iCloud's.
  public var isCloud: Bool { self != .local }
}

/// The status of an item in iCloud.
public struct CloudStatus: Hashable, Sendable {
  /// How much of it is on this device.
  public enum Download: Hashable, Sendable {
    /// Only its name is here.
    case none
    /// It is being fetched; the part that is here, from 0 to 1.
    case underWay(Double)
    /// A copy is on this device, but iCloud has a newer version.
    case stale
    /// The current version is on this device.
    case current
  }

  /// Its kind: a file or a folder.
  public var kind = FileKind.file
  /// When its contents last changed, on whichever device that was; nil when the system does not know.
  public var modified: FileTime?
  /// Its size in bytes, also of one that is not on this device; nil for a folder, and when the system does not know.
  public var size: Int64?
  /// How much of it is on this device.
  public var download = Download.current
  /// Tells whether iCloud has it; else the copy on this device is the only one.
  public var isUploaded = true
  /// Tells whether there are versions that the system could not merge.
  public var hasConflicts = false

  /// Tells whether a copy of it is on this device, which may be an older one.
  public var isOnDevice: Bool { isCurrent || download == .stale }

  /// Tells whether the copy on this device is the current version. Only such a copy counts as the document.
  public var isCurrent: Bool { download == .current }
}

/// The user's iCloud account. It can only be compared with another one.
public struct CloudAccount: Hashable, Sendable {
  private let token: [UInt8]

  /// The account that the system gives this token for.
  public init(token: some Sequence<UInt8>) {
    self.token = Array(token)
  }
}

/// A document in iCloud, as a list shows it.
public struct CloudEntry: Hashable, Identifiable, Sendable {
  /// Its path below its place.
  public var path: DocumentPath
  /// The status in iCloud.
  public var status: CloudStatus
  /// Its place and path: nothing else is there.
  public var id: DocumentPath { path }
}
