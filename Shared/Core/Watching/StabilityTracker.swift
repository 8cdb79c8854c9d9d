import Synchronization

/// Stores fingerprints of entries, to distinguish files that are still being written from stable ones. The drains of a
/// process share one tracker.
///
/// The file system does not report whether a writer is done. An entry that looks the same twice, ``interval`` apart,
/// counts as complete. If its writer continues after all, it still writes the same file, because the drain only
/// renames it.
public final class StabilityTracker: Sendable {
  /// The time between two looks. A copy over USB or the network writes several times a second, and the delay is short
  /// enough for the user.
  public static let interval = Duration.seconds(2)

  private typealias Observation = (fingerprint: Int, first: ContinuousClock.Instant)

  /// Of each folder, by its path. Names are compared by bytes, so two that look alike are different.
  private let looks = Mutex<[String: [FileName: Observation]]>([:])

  /// Knows of nothing yet.
  public init() {}

  /// Reads an entry of a folder.
  ///
  /// - Returns: whether it has the same fingerprint as at a look at least ``interval`` ago. An entry that changes during the
  ///   look has none.
  func isStable(_ entry: Entry, now: ContinuousClock.Instant) throws(DiskError) -> Bool {
    let fingerprint = try Self.fingerprint(of: entry)
    return looks.withLock { looks in
      if let look = looks[entry.folder.path]?[entry.name], look.fingerprint == fingerprint {
        return look.first.duration(to: now) >= Self.interval
      }
      looks[entry.folder.path, default: [:]][entry.name] = fingerprint.map { ($0, now) }
      return false
    }
  }

  /// Removes the fingerprint of an entry that does not exist any more.
  func forget(_ entry: Entry) {
    looks.withLock { _ = $0[entry.folder.path]?.removeValue(forKey: entry.name) }
  }

  /// A fingerprint of the names, sizes and times of everything in an entry, independent of the order of the listing;
  /// nil when an entry in it was removed meanwhile. It counts a folder that it cannot look into by the folder's own status.
  private static func fingerprint(of entry: Entry) throws(DiskError) -> Int? {
    let status = try entry.status()
    var sum = fingerprint(of: entry.name, status)
    guard status.kind == .folder else { return sum }
    do throws(DiskError) {
      try entry.folder.folder(entry.name).walkEntries(unreadable: Self.pass) {
        name, present, _ throws(DiskError) in
        sum &+= fingerprint(of: name, try present[name].status())
      }
    } catch  where error.code == .notFound || error.code == .changed {
      return nil
    } catch {
      try pass(error)
    }
    return sum
  }

  /// Lets a folder without permission to read it pass: the drain makes it readable after it has taken it out of its inbox.
  private static func pass(_ error: DiskError) throws(DiskError) {
    if error.code != .denied { throw error }
  }

  /// The same of an entry alone.
  private static func fingerprint(of name: FileName, _ status: FileStatus) -> Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(status)
    return hasher.finalize()
  }

  /// Whether programs use such a name for unfinished files. Such a file waits until its program renames it, even if
  /// it does not change.
  static func isUnfinished(_ name: FileName) -> Bool {
    let endings = [".part", ".partial", ".crdownload", ".download"]
    return endings.contains(where: name.hasSuffix) || name.description.hasPrefix("~$")
      || name.description.hasPrefix(".~lock.")
  }
}
