/// Remembers how things looked, to tell what is still being written from what keeps still.
///
/// The file system cannot say whether a writer is done. What looks the same twice, some time apart, is
/// taken for whole; if it changes after all, it was moved by rename, so the writer's descriptor still
/// writes the same file.
public final class Quiet: Sendable {
  /// How far apart two looks must be. A copy over USB or the network writes several times a second; a
  /// person who waits for a file does not mind.
  public static let interval = Duration.seconds(2)

  private struct Look {
    var print: Int?
    var first: ContinuousClock.Instant
  }

  /// By bytes: two names that look alike are two.
  private struct Place: Hashable {
    var folder: String
    var name: FileName
  }

  private let looks = Locked<[Place: Look]>([:])

  /// Knows of nothing yet.
  public init() {}

  /// Takes a look at an entry of a folder.
  ///
  /// - Returns: whether it looks as it did at a previous look, at least ``interval`` ago.
  func isQuiet(
    _ name: FileName, in folder: Folder, now: ContinuousClock.Instant
  ) throws(DiskError) -> Bool {
    let print = try Self.print(of: name, in: folder)
    return looks.withLock { looks in
      let key = Place(folder: folder.path, name: name)
      if let look = looks[key], look.print == print {
        return print != nil && look.first.duration(to: now) >= Self.interval
      }
      looks[key] = Look(print: print, first: now)
      return false
    }
  }

  /// Forgets what is not there any more.
  func forget(_ name: FileName, in folder: Folder) {
    looks.withLock { _ = $0.removeValue(forKey: Place(folder: folder.path, name: name)) }
  }

  /// Names, sizes and times of everything in an entry, folded into a number that no order of listing
  /// changes; nil when something in it went while we looked.
  private static func print(of name: FileName, in folder: Folder) throws(DiskError) -> Int? {
    let status = try folder.status(name)
    var sum = hash(name, status)
    guard status.kind == .folder else { return sum }
    let top = try folder.folder(name)
    do throws(DiskError) {
      try top.walk { step, present throws(DiskError) in
        switch step {
        case .entering(let name), .leaf(let name, _): sum &+= hash(name, try present.status(name))
        case .left: break
        }
      }
    } catch  where error.code == .notFound || error.code == .changed {
      return nil
    }
    return sum
  }

  private static func hash(_ name: FileName, _ status: FileStatus) -> Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(status)
    return hasher.finalize()
  }
}
