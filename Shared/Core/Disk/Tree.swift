/// A place in a tree: one open folder, however deep it is.
///
/// A descriptor a level would run out long before a hostile tree does, so only the present folder is
/// open; the way up is `..`, and counts only when it leads back to the folder that we came from.
final class TreeCursor {
  private(set) var folder: Folder
  private var above: [(inode: UInt64, device: UInt64)] = []

  init(_ root: Folder) {
    folder = root
  }

  /// Goes down into a folder of the present one.
  func enter(_ name: FileName) throws(DiskError) {
    let status = try folder.status()
    let child = try folder.folder(name)
    above.append((status.inode, status.device))
    folder = child
  }

  /// Goes back up.
  ///
  /// - Throws: ``DiskError/Code/changed`` when another process moved the tree meanwhile.
  func leave() throws(DiskError) {
    guard let parent = above.popLast() else { return }
    // The path is taken apart again: to keep one a level would cost a deep tree hundreds of megabytes.
    let path = folder.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(folder.path[..<$0]) }
    folder = try folder.above(at: path ?? folder.path)
    let status = try folder.status()
    guard status.inode == parent.inode, status.device == parent.device else {
      throw DiskError(.changed, at: folder.path)
    }
  }
}

/// What a walk meets, in this order: a folder, all below it, the folder again.
enum TreeStep {
  /// Before a folder is opened.
  case entering(FileName)
  /// A folder was left, and its parent is the present one again.
  case left(FileName)
  /// Anything but a folder.
  case leaf(FileName, FileKind)
}

extension Folder {
  /// Visits everything below this folder, depth first, with one folder open at a time.
  ///
  /// Names are listed a folder at a time, before the first of them is visited, so a visit may remove
  /// what it visits.
  func walk(_ visit: (TreeStep, _ present: Folder) throws(DiskError) -> Void) throws(DiskError) {
    let cursor = TreeCursor(self)
    var levels = [try entries()]
    var names: [FileName] = []
    while let level = levels.indices.last {
      guard let entry = levels[level].popLast() else {
        levels.removeLast()
        guard let name = names.popLast() else { return }
        try cursor.leave()
        try visit(.left(name), cursor.folder)
        continue
      }
      guard entry.kind == .folder else {
        try visit(.leaf(entry.name, entry.kind), cursor.folder)
        continue
      }
      try visit(.entering(entry.name), cursor.folder)
      try cursor.enter(entry.name)
      names.append(entry.name)
      levels.append(try cursor.folder.entries())
    }
  }

  /// Removes an entry with everything below it; none of that name is success.
  ///
  /// Dies half-way: what is left is left, under its name, and a second call goes on.
  func removeTree(_ name: FileName) throws(DiskError) {
    do throws(DiskError) {
      guard try status(name).kind == .folder else { return try removeFile(name) }
      try makeMovable(name)
      try folder(name).walk { step, present throws(DiskError) in
        switch step {
        case .entering(let name): try present.makeMovable(name)
        case .left(let name): try present.removeFolder(name)
        case .leaf(let name, _): try present.removeFile(name)
        }
      }
      try removeFolder(name)
    } catch  where error.code == .notFound {
      // Another process removes it too: it is gone, as the caller wants.
    }
  }
}
