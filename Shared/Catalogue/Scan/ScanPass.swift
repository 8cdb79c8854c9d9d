/// One walk over all folders, or over some.
final class ScanPass {
  /// How often a folder that somebody is changing is listed before the pass goes on without it.
  private static let attempts = 4

  let catalogue: Catalogue
  private let isFirst: Bool
  /// A digest of every folder that was listed and of its times before the listing.
  private(set) var stamp = Digest()
  /// Folders that cannot be read.
  private(set) var unreadable: [DiskError] = []
  /// Whether every folder stood still while it was listed, and was where it was thought to be.
  private(set) var isSteady = true
  /// Whether every entry is known as what it is.
  private(set) var isSettled = true

  init(_ catalogue: Catalogue, isFirst: Bool) {
    self.catalogue = catalogue
    self.isFirst = isFirst
  }

  /// Compares a folder and, if wanted, all folders below it.
  func run(_ folder: Folder, _ number: Int64, isDeep: Bool) throws(CatalogueError) {
    if !isDeep {
      _ = try visit(folder, number)
      return
    }
    try catalogue.walk(folder, number) { folder, number throws(CatalogueError) in
      try visit(folder, number)
    } isLost: { error in
      lose(error)
    }
  }

  /// - Returns: whether to go on below it.
  private func visit(_ folder: Folder, _ number: Int64) throws(CatalogueError) -> Bool {
    for _ in 0..<Self.attempts {
      let row = try catalogue.look { store throws(CatalogueError) in try store.row(number) }
      guard let row, row.missing == 0, isSame(folder, row) else {
        isSteady = false
        return false
      }
      let visit = FolderVisit(catalogue, folder, row, isFirstPass: isFirst)
      switch try visit.run() {
      case .done(let before):
        if !visit.isSettled { isSettled = false }
        unreadable += visit.unreadable
        stamp += Self.stamp(number, before)
        return true
      case .unreadable(let error):
        unreadable.append(error)
        return false
      case .changed:
        continue
      }
    }
    isSteady = false
    // Whatever is below may be as quiet as ever.
    return true
  }

  private func isSame(_ folder: Folder, _ row: Row) -> Bool {
    if row.isRoom { return true }
    do throws(DiskError) {
      return try folder.identify() == row.file
    } catch {
      return false
    }
  }

  private func lose(_ error: DiskError) {
    switch error.code {
    case .notFound, .notAFolder, .link, .changed: isSteady = false
    default: unreadable.append(error)
    }
  }

  /// Whether every folder still is what it was before it was listed: then nothing was moved from one that
  /// was still to be listed to one that was listed already.
  func isStill(_ rooms: [(folder: Folder, number: Int64)]) throws(CatalogueError) -> Bool {
    var now = Digest()
    var isWhole = true
    for room in rooms {
      try catalogue.walk(room.folder, room.number) { folder, number throws(CatalogueError) in
        let status = try CatalogueError.wrap { () throws(DiskError) in try folder.status() }
        now += Self.stamp(number, status)
        return true
      } isLost: { error in
        isWhole = isWhole && error.code == .denied
      }
    }
    return isWhole && now == stamp
  }

  private static func stamp(_ number: Int64, _ status: FileStatus) -> Digest {
    var digester = Digester()
    digester.add(number)
    digester.add(status.modified)
    digester.add(status.changed)
    return digester.finish()
  }
}

extension Catalogue {
  /// Visits every folder that is known below one, parents first, with one of them open at a time. What is
  /// remembered on the way is proportional to the depth.
  func walk(
    _ folder: Folder, _ number: Int64,
    _ visit: (Folder, Int64) throws(CatalogueError) -> Bool, isLost: (DiskError) -> Void
  ) throws(CatalogueError) {
    guard try visit(folder, number) else { return }
    let cursor = TreeCursor(folder)
    var levels: [(number: Int64, name: FileName?)] = [(number, nil)]
    while let level = levels.last {
      let next = try look { store throws(CatalogueError) in
        try store.nextFolder(in: level.number, after: level.name)
      }
      if let (number, name) = next {
        levels[levels.count - 1].name = name
        if let error = failure(of: { () throws(DiskError) in try cursor.enter(name) }) {
          isLost(error)
          continue
        }
        if try visit(cursor.folder, number) {
          levels.append((number, nil))
          continue
        }
      } else {
        levels.removeLast()
        if levels.isEmpty { return }
      }
      if let error = failure(of: { () throws(DiskError) in try cursor.leave() }) {
        // The way back up is gone: somebody moved the tree about.
        return isLost(error)
      }
    }
  }

  private func failure(of body: () throws(DiskError) -> Void) -> DiskError? {
    do throws(DiskError) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
