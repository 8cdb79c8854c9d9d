extension Folder {
  /// The status of an entry, or nil when it does not exist.
  func statusIfThere(_ name: FileName) throws(DiskError) -> FileStatus? {
    do throws(DiskError) {
      return try status(name)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Tells whether both are the same folder, even if they were opened by different paths.
  func isSame(as other: Folder?) throws(DiskError) -> Bool {
    guard let other else { return false }
    let (one, two) = (try status(), try other.status())
    return one.inode == two.inode && one.device == two.device
  }

  /// The first entries that a closure accepts, up to a limit, in no order.
  func entries(
    upTo most: Int, where isWanted: (FileName, FileKind) -> Bool
  ) throws(DiskError) -> [(name: FileName, kind: FileKind)] {
    var found: [(name: FileName, kind: FileKind)] = []
    var failure: DiskError?
    try list { name, kind in
      do throws(DiskError) {
        let known: FileKind
        if let kind { known = kind } else { known = try status(name).kind }
        if isWanted(name, known) { found.append((name, known)) }
      } catch  where error.code == .notFound {
        // Another process removed it during the listing.
      } catch {
        failure = error
        return false
      }
      return found.count < most
    }
    if let failure { throw failure }
    return found
  }
}
