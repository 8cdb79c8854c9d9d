// Opening the file of a catalogue, and setting it aside.

extension CatalogueError {
  /// Tells whether the file is damaged. Only then it is set aside. SQLite also reports damage when the medium refused one
  /// of its pages (`SQLITE_IOERR_CORRUPTFS`); that costs only anchors.
  var isDamage: Bool { kind == .damaged }

  /// Tells whether the volume is full.
  var isFull: Bool { kind == .full }

  private var kind: StoreFailure.Kind? {
    if case .store(let failure) = self { failure.kind } else { nil }
  }
}

extension Catalogue {
  /// Opens the file. Sets a damaged one aside and makes a new one. Takes the identifiers of what is set aside over, and deletes
  /// the files that an earlier start set aside.
  static func open(_ path: String, _ disk: Disk) throws -> Store {
    let earlier = filesAside(path, disk)
    let store: Store
    do {
      try checkKinds(path, disk)
      store = try Store(path: path)
    } catch let error as CatalogueError where error.isDamage {
      try setAside(path, disk, because: error.cause)
      store = try Store(path: path)
    }
    importItems(path, disk, into: store)
    do throws(DiskError) {
      let (folder, name) = try Folder.openParent(of: path + reserve, disk: disk)
      for file in earlier where try folder[file].exists() { try folder[file].removeTree() }
      if try !folder[name].exists() { try makeReserve(name, in: folder) }
    } catch {
      Log.catalogue.error("What was set aside is deleted, and the reserve made, by another start:", error)
    }
    return store
  }

  private static let aside = ".aside-"

  /// The suffixes of the files of a store, the store itself last.
  private static let parts = ["-journal", "-wal", "-shm", ""]

  /// Looks whether each of the store's files is a file. SQLite says of a folder in its place what it says while the
  /// device is locked.
  ///
  /// - Throws: a damaged store, a ``DiskError``.
  private static func checkKinds(_ path: String, _ disk: Disk) throws {
    let (folder, name) = try Folder.openParent(of: path, disk: disk)
    for part in parts {
      let status = try folder[FileName(name.description + part)].statusIfThere()
      if let status, status.kind != .file { throw CatalogueError.damaged("A file of the store is none") }
    }
  }

  private static func filesAside(_ path: String, _ disk: Disk) -> [FileName] {
    do throws(DiskError) {
      let (folder, name) = try Folder.openParent(of: path, disk: disk)
      let prefix = name.description + aside
      return try folder.entries().map(\.name).filter { $0.description.hasPrefix(prefix) }
    } catch {
      Log.catalogue.error("What was set aside is looked for at another start:", error)
      return []
    }
  }

  /// Takes the identifiers of all stores that are set aside over, as far as they can be read. The system knows them, and the
  /// first complete scan finds out which are gone. If the process is killed here, the next opening does it again. After that
  /// scan there is nothing more to find out.
  private static func importItems(_ path: String, _ disk: Disk, into store: Store) {
    if store.state.isProven { return }
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    for file in filesAside(path, disk).map(\.description)
    where !parts.dropLast().contains(where: file.hasSuffix) {
      do {
        try store.importItems(fromStoreAt: "/" + parent + "/" + file)
      } catch {
        Log.catalogue.error("What was set aside cannot be read to its end:", "\(error)")
      }
    }
  }

  /// The suffix of a file of ``reserveSize`` unused bytes, which is deleted on a full volume.
  private static let reserve = "-reserve"
  /// A deletion changes some twenty pages of 4 KB.
  private static let reserveSize = 256 << 10

  private static func makeReserve(_ name: FileName, in folder: Folder) throws(DiskError) {
    let file = try folder.createFile(name)
    do throws(DiskError) {
      try [UInt8](repeating: 0, count: reserveSize).withUnsafeBufferPointer { bytes throws(DiskError) in
        try file.write(UnsafeRawBufferPointer(bytes), at: 0)
      }
    } catch {
      try folder[name].removeFile()
      throw error
    }
  }

  /// Frees space for a transaction on a full volume: deletes the reserve, and restarts the log.
  func freeSpace(_ store: Store) throws {
    do throws(DiskError) {
      let (folder, name) = try Folder.openParent(of: path + Self.reserve, disk: container.disk)
      try folder[name].removeFile()
    } catch {
      // The reserve is deleted already, or could not be deleted. The log may still have space.
      Log.catalogue.error("The reserve cannot be given up:", error)
    }
    try store.carryOver()
  }

  /// Renames the file of a store that is damaged or belongs to another Documents folder, and opens a new one in its
  /// place.
  ///
  /// If the process is killed here, the next opening renames the rest, or finds no file and makes a new one.
  static func replace(_ store: Store, at path: String, _ disk: Disk, because cause: String) throws -> Store {
    // Close it first: a connection that closes later would delete the log of the new file, which has the same name.
    store.database.close()
    try setAside(path, disk, because: cause)
    let fresh = try Store(path: path)
    importItems(path, disk, into: fresh)
    return fresh
  }

  private static func setAside(_ path: String, _ disk: Disk, because cause: String) throws {
    Log.catalogue.error("The store is set aside, and a new one begins:", cause)
    let (folder, name) = try Folder.openParent(of: path, disk: disk)
    try moveAside("\(name)", in: folder)
    try folder.sync()
  }

  /// Renames the logs first. If the process dies after that, the next opening sets the file without its log aside.
  /// SQLite would delete a log without its file.
  private static func moveAside(_ name: String, in folder: Folder) throws(DiskError) {
    let mark = aside + FileName.random().description
    for suffix in parts {
      do throws(DiskError) {
        try folder[FileName(name + suffix)].rename(to: folder[FileName(name + mark + suffix)])
      } catch  where error.code == .notFound {
        // No store has all of them.
      }
    }
  }
}

/// Which folder Documents is.
struct Root {
  let folder: Folder
  let file: FileID
  let created: FileTime?

  /// The folder of documents; nil when there is none.
  static func present(in container: Container) throws -> Root? {
    do {
      let folder = try container.openExisting(.documents)
      let status = try folder.status()
      return Root(folder: folder, file: status.file, created: status.created)
    } catch {
      guard error.isGone else { throw error }
      return nil
    }
  }
}
