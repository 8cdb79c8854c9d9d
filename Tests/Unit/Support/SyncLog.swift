import IntrayCore
import Synchronization

/// Knows what a power cut could take back: names and attributes that were changed since the drive was last waited for.
public final class SyncLog: Sendable {
  private struct State {
    /// Folders with a rename or an exchange since their last sync.
    var renamed: [FileID: String] = [:]
    /// Files and folders whose bytes, attributes or entries were changed since their last sync.
    var written: [FileID: String] = [:]
    var published: [String] = []
  }

  private let state = Mutex(State())
  private let ignored: Set<String>

  /// Knows of nothing.
  ///
  /// - Parameter ignored: attributes on which nothing depends.
  public init(ignoring ignored: Set<String> = []) { self.ignored = ignored }

  /// What was published before it was synced, and which folders a process has not synced that says it is done.
  public var violations: [String] { state.withLock { $0.published + $0.renamed.values.sorted() } }

  fileprivate func write(_ file: FileID, _ what: String) {
    if !ignored.contains(what) { state.withLock { $0.written[file] = what } }
  }

  fileprivate func sync(_ file: FileID) {
    state.withLock { state in
      state.renamed[file] = nil
      state.written[file] = nil
    }
  }

  fileprivate func rename(_ folder: FileID, _ what: String) {
    state.withLock { $0.renamed[folder] = what }
  }

  fileprivate func publish(_ files: [FileID], _ what: String) {
    state.withLock { state in
      for file in files {
        if let change = state.written[file] { state.published.append("\(what): not synced: \(change)") }
      }
    }
  }
}

extension Disk {
  /// The same disk, with a log of what is not synced.
  public func noting(_ log: SyncLog) -> Disk {
    var disk = noting(changesIn: log)
    let base = self
    disk.renameExclusive = { from, name, to, newName throws(DiskError) in
      let moved = try base.files(name, in: from)
      let what = "\(try base.path(from))/\(name) → \(try base.path(to))/\(newName)"
      try base.renameExclusive(from, name, to, newName)
      try base.note(moved, what, from: from, to: to, in: log)
    }
    disk.exchange = { from, name, to, otherName throws(DiskError) in
      let moved = try base.files(name, in: from)
      let what = "\(try base.path(from))/\(name) ↔ \(try base.path(to))/\(otherName)"
      try base.exchange(from, name, to, otherName)
      try base.note(moved, what, from: from, to: to, in: log)
    }
    disk.removeFolder = { folder, name throws(DiskError) in
      let file = try base.status(folder, name).file
      try base.removeFolder(folder, name)
      // What is gone with everything in it needs no sync.
      log.sync(file)
    }
    disk.sync = { opened throws(DiskError) in
      try base.sync(opened)
      log.sync(try base.status(opened, nil).file)
    }
    disk.flush = { opened throws(DiskError) in
      try base.flush(opened)
      log.sync(try base.status(opened, nil).file)
    }
    return disk
  }

  private func noting(changesIn log: SyncLog) -> Disk {
    let base = self
    var disk = self
    disk.write = { file, buffer, offset throws(DiskError) in
      log.write(try base.status(file, nil).file, "bytes")
      return try base.write(file, buffer, offset)
    }
    disk.clone = { source, folder, name throws(DiskError) in
      guard let file = try base.clone(source, folder, name) else { return nil }
      log.write(try base.status(file, nil).file, "bytes")
      return file
    }
    disk.setAttribute = { file, name, value throws(DiskError) in
      try base.setAttribute(file, name, value)
      log.write(try base.status(file, nil).file, name)
    }
    disk.removeAttribute = { file, name throws(DiskError) in
      try base.removeAttribute(file, name)
      log.write(try base.status(file, nil).file, name)
    }
    disk.createFile = { folder, name throws(DiskError) in
      log.write(try base.status(folder, nil).file, "an entry")
      return try base.createFile(folder, name)
    }
    disk.makeFolder = { folder, name throws(DiskError) in
      try base.makeFolder(folder, name)
      log.write(try base.status(folder, nil).file, "an entry")
    }
    disk.makeLink = { target, folder, name throws(DiskError) in
      try base.makeLink(target, folder, name)
      log.write(try base.status(folder, nil).file, "an entry")
    }
    return disk
  }

  private func note(
    _ moved: [FileID], _ what: String, from: Descriptor, to: Descriptor, in log: SyncLog
  ) throws(DiskError) {
    let (isHidden, isStillHidden) = (try isHidden(from), try isHidden(to))
    if isHidden, !isStillHidden { log.publish(moved, what) }
    if isHidden, isStillHidden {
      // A claim, or a name inside a parcel, which is synced as a whole.
      return log.write(try status(to, nil).file, "an entry")
    }
    // The system's own folder in the app's sandbox takes no sync of ours.
    if try !path(from).contains("/App/Documents") { log.rename(try status(from, nil).file, what) }
    log.rename(try status(to, nil).file, what)
  }

  /// Whether an open folder is one whose entries no other program sees and no document depends on.
  private func isHidden(_ folder: Descriptor) throws(DiskError) -> Bool {
    let path = try path(folder)
    return ["/Staging", "/Displaced", "/Taken", "/PreviewCopies"].contains { path.contains($0) }
  }

  /// An entry and everything below it.
  private func files(_ name: FileName, in folder: Descriptor) throws(DiskError) -> [FileID] {
    let file = try status(folder, name).file
    guard try status(folder, name).kind == .folder else { return [file] }
    let opened: Descriptor
    do throws(DiskError) {
      opened = try openFolder(folder, name)
    } catch  where error.code == .denied {
      return [file]
    }
    defer { try? close(opened) }
    var names: [FileName] = []
    try list(opened) { name, _ in
      names.append(name)
      return true
    }
    var files = [file]
    for name in names { files += try self.files(name, in: opened) }
    return files
  }
}
