/// A report of a ``DirectoryWatcher`` on one folder.
public struct DirectoryReport: Hashable, Sendable {
  /// A change of the folder.
  public enum Event: Hashable, Sendable {
    /// All entries: the first report on a folder, and the first one after it could not be read.
    case listing(Listing)
    /// The differences since the last report. They may be empty, when only ``DirectoryReport/settled`` or
    /// ``DirectoryReport/polling`` is new.
    case difference([Listing.Change])
    /// Something in it may have changed, or it is watched from now on. Only of a folder that is noticed and not listed.
    case noticed
    /// It does not exist or cannot be read. Its contents are unknown.
    case unreadable(DiskError)
  }

  /// The folder, by the path that it is watched by.
  public var path: String
  /// What is new.
  public var event: Event
  /// Entries that changed before and have looked the same for ``StabilityTracker/interval``, with everything in them,
  /// so they are probably complete. An entry that changes again is reported again. Names of unfinished downloads are
  /// never reported here.
  public var settled: [FileName]
  /// Why the system sends no events for this folder, so that it is polled; nil when it does.
  public var polling: DiskError?
}
