/// Remembers how things looked, to tell what is still being written from what keeps still. The drain and
/// the watcher share one memory: what one of them saw the other need not see again.
///
/// The file system cannot say whether a writer is done. What looks the same twice, some time apart, is
/// taken for whole; if it changes after all, it was moved by rename, so the writer's descriptor still
/// writes the same file.
public final class StabilityTracker: Sendable {
  /// How far apart two looks must be. A copy over USB or the network writes several times a second; the user does not
  /// mind such a delay.
  public static let interval = Duration.seconds(2)

  /// What a look told.
  enum Stability: Hashable {
    /// It is new, or not what it was.
    case changed
    /// It looks as it did, since then; that is not long enough ago.
    case still(since: ContinuousClock.Instant)
    /// It looks as it did at least ``StabilityTracker/interval`` ago.
    case quiet
  }

  private struct Observation {
    var print: Int?
    var first: ContinuousClock.Instant
  }

  /// By bytes: two names that look alike are two.
  private struct Entry: Hashable {
    var folder: String
    var name: FileName
  }

  private let looks = Mutex<[Entry: Observation]>([:])

  /// Knows of nothing yet.
  public init() {}

  /// Takes a look at an entry of a folder.
  ///
  /// - Returns: whether it looks as it did at a previous look, at least ``interval`` ago.
  func isStable(
    _ name: FileName, in folder: Folder, now: ContinuousClock.Instant
  ) throws(DiskError) -> Bool {
    let print = try Self.print(of: name, folder.status(name), in: folder)
    return see(name, in: folder.path, print, now: now) == .quiet
  }

  /// Takes in a look at an entry of the folder with this path.
  ///
  /// - Parameter print: what it looked like, of ``print(of:_:in:isWhole:)``.
  func see(
    _ name: FileName, in folder: String, _ print: Int?, now: ContinuousClock.Instant
  ) -> Stability {
    looks.withLock { looks in
      let key = Entry(folder: folder, name: name)
      if let look = looks[key], look.print == print {
        // Something that went while we looked has no print, and is no more itself than anything else.
        guard print != nil else { return .changed }
        return look.first.duration(to: now) >= Self.interval ? .quiet : .still(since: look.first)
      }
      looks[key] = Observation(print: print, first: now)
      return .changed
    }
  }

  /// Takes in what an entry looks like after this process has set attributes on it. That is no reason to wait for it again,
  /// unless another process has changed its contents, too.
  ///
  /// - Parameter contents: what its contents looked like before, of ``print(of:_:in:isWhole:)``.
  func renew(_ name: FileName, in folder: Folder, contents: Int?) throws(DiskError) {
    let status = try folder.status(name)
    guard let contents, try Self.print(of: name, status, in: folder, isWhole: false) == contents,
      let print = try Self.print(of: name, status, in: folder)
    else { return }
    looks.withLock { $0[Entry(folder: folder.path, name: name)]?.print = print }
  }

  /// Forgets what is not there any more.
  func forget(_ name: FileName, in folder: String) {
    looks.withLock { _ = $0.removeValue(forKey: Entry(folder: folder, name: name)) }
  }

  /// Names, sizes and times of everything in an entry, folded into a number that no order of listing
  /// changes; nil when something in it went while we looked.
  ///
  /// - Parameter isWhole: whether changes of attributes count, too.
  static func print(
    of name: FileName, _ status: FileStatus, in folder: Folder, isWhole: Bool = true
  ) throws(DiskError) -> Int? {
    var sum = print(of: name, status, isWhole: isWhole)
    guard status.kind == .folder else { return sum }
    do throws(DiskError) {
      try folder.folder(name).walk { step, present throws(DiskError) in
        switch step {
        case .entering(let name), .leaf(let name, _):
          sum &+= print(of: name, try present.status(name), isWhole: isWhole)
        case .left: break
        }
      }
    } catch  where error.code == .notFound || error.code == .changed {
      return nil
    }
    return sum
  }

  /// The same of an entry alone.
  static func print(of name: FileName, _ status: FileStatus, isWhole: Bool = true) -> Int {
    var hasher = Hasher()
    hasher.combine(name)
    if isWhole {
      hasher.combine(status)
    } else {
      hasher.combine(status.inode)
      hasher.combine(status.size)
      hasher.combine(status.modified)
    }
    return hasher.finalize()
  }

  /// Whether it has a name under which programs keep what is not whole yet. However still it keeps, it
  /// waits until its program gives it another.
  static func isUnfinished(_ name: FileName) -> Bool {
    let endings: [StaticString] = [".part", ".partial", ".crdownload", ".download"]
    return endings.contains(where: name.hasSuffix) || name.description.hasPrefix("~$")
      || name.description.hasPrefix(".~lock.")
  }
}
