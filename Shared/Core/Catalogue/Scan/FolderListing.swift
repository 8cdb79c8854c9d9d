/// The entries of one open folder, each with its status: a batch of them in memory at a time, and a digest of all.
///
/// It writes nothing.
final class FolderListing {
  /// How many entries are held in memory at once: some 300 KB of them.
  static let batch = 1_000

  private let folder: Folder
  private let clock: ScanClock
  /// The present batch; after the last one, what is left.
  private(set) var entries: [Entry] = []
  /// Of all entries, in any order.
  private(set) var digest = Digest()
  /// How many entries were older than the listing asked for, and their digest.
  private(set) var old = (count: Int64(0), digest: Digest())
  /// When an entry changed last.
  private var newest = FileTime(seconds: .min)
  /// Whether a later change of every entry would get other times.
  private(set) var isAtRest = true
  /// Whether an entry that was listed could not be found.
  var hasVanished = false

  /// One name in the folder.
  struct Entry {
    let name: FileName
    var status: FileStatus

    /// A digest of its name and state, which differs for another entry or another state.
    var digest: Digest {
      var digester = Digester()
      digester.add(name.bytes)
      digester.add(status.kind.number)
      digester.add(status.inode)
      digester.add(status.identifyingTime)
      if status.kind != .folder {
        digester.add(status.size)
        digester.add(status.modified)
      }
      return digester.finish()
    }
  }

  init(_ folder: Folder, _ clock: ScanClock) {
    (self.folder, self.clock) = (folder, clock)
  }

  /// Lists the folder. When the batch is full, the closure processes it, and it is dropped. An entry that is older than
  /// a time is only counted and added to the digest.
  func list(since time: FileTime? = nil, _ full: () throws -> Void) throws {
    entries.removeAll(keepingCapacity: true)
    digest = Digest()
    old = (0, Digest())
    var failure: (any Error)?
    try folder.list { name, _ in
      do {
        if entries.count == Self.batch {
          try digestEntries()
          try full()
          entries.removeAll(keepingCapacity: true)
        }
        guard let status = try status(name) else { return true }
        let entry = Entry(name: name, status: status)
        if let time, status.changed < time {
          old.count += 1
          old.digest += entry.digest
        } else {
          newest = max(newest, status.identifyingTime)
          entries.append(entry)
        }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try digestEntries()
    digest += old.digest
  }

  /// Takes an entry out of the digest. ``note(_:)`` adds what the visit commits of it.
  func forget(_ entry: Entry) { digest -= entry.digest }

  /// Adds an entry to the digest in the state in which its row has it.
  func note(_ met: FileSnapshot) { digest += Entry(name: met.name, status: met.status).digest }

  /// The status of an entry; nil when it was removed meanwhile or is no item.
  private func status(_ name: FileName) throws -> FileStatus? {
    do throws(DiskError) {
      let status = try folder.status(name)
      return status.kind == .special ? nil : status
    } catch {
      guard error.code == .notFound else { throw error }
      hasVanished = true
      return nil
    }
  }

  /// Reads entries that have just changed again, when a later change would get other times, and adds all entries to
  /// the digest of the listing.
  private func digestEntries() throws {
    if !clock.isPast(newest) {
      let recent = entries.indices.filter { !clock.isPast(entries[$0].status.identifyingTime) }
      clock.waitUntilPast(newest)
      for index in recent {
        if let status = try status(entries[index].name) { entries[index].status = status }
        if !clock.isPast(entries[index].status.identifyingTime) { isAtRest = false }
      }
    }
    for index in entries.indices { digest += entries[index].digest }
  }
}
