/// What a ``DirectoryWatcher`` tells of one folder.
public struct DirectoryReport: Hashable, Sendable {
  /// What is new about the folder.
  public enum Event: Hashable, Sendable {
    /// All that is in it: the first word on a folder, and the first after it could not be read.
    case listing(Listing)
    /// What became of its entries since the last report; may be empty, when only something settled or
    /// only ``DirectoryReport/polling`` changed.
    case difference([Listing.Change])
    /// It is not there, or cannot be read. Nothing is said of what is in it.
    case unreadable(DiskError)
  }

  /// The folder, by the path that it is watched by.
  public var path: String
  /// What is new.
  public var event: Event
  /// What changed before and looks the same since ``StabilityTracker/interval``, with everything in it: whole, as far as
  /// the file system can tell. Told again when it changes again. What has the name of an unfinished download
  /// is never told here.
  public var settled: [FileName]
  /// Why the system gives no hints of this folder, which is therefore looked at every few seconds; nil
  /// when it does.
  public var polling: DiskError?
}
