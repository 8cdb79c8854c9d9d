import Foundation
import Synchronization

/// Builds a parcel: copies documents into a folder in `Staging`, then renames that folder into `Inbox`.
///
/// Other processes cannot see it until ``publish(to:)``. A process that dies before the rename
/// leaves an invisible folder that ``Inbox/sweep(_:)`` removes some days later; one that dies after it leaves a whole parcel,
/// which the next drain delivers. Documents may be added from several threads at once.
public final class Deposit: Sendable {
  let container: Container
  private let copier: Copier
  let staging: Folder
  /// The staged folder. Some callers move its documents one by one.
  let folder: Folder
  let name: FileName
  let names = Mutex(NameIndex([]))
  /// The documents in the order in which they were named.
  let order = Mutex<[FileName]>([])
  /// The place of each in that order.
  var places: [FileName: Int] {
    Dictionary(order.withLock { $0 }.enumerated().map { ($1, $0) }, uniquingKeysWith: max)
  }
  /// How many documents were published.
  private let published = Mutex(0)
  private let lastTouch = Mutex(ContinuousClock.now)
  /// How often the parcel's folder is touched; tests do not wait for a minute. The sweep removes a parcel that was not
  /// touched for days.
  @TaskLocal static var touchInterval = Duration.seconds(60)

  init(container: Container, copier: Copier) throws(DiskError) {
    self.container = container
    staging = try container.open(.staging)
    name = Parcel.freshName()
    try staging[name].makeFolder()
    do throws(DiskError) {
      folder = try staging.folder(name)
    } catch  where error.code == .notFound {
      throw DiskError(.swept, at: error.place)
    }
    self.copier = copier
    // Files that are created in the folder from now on inherit its protection class.
    try folder.opened.protect()
  }

  /// Copies a file or folder into the parcel. The source is only read.
  ///
  /// - Parameters:
  ///   - path: where it is, absolute.
  ///   - name: its name; if it is taken in the parcel, the next free one.
  /// - Returns: the name that it has in the parcel.
  /// - Throws: as ``Copier/copy(_:to:_:)``; ``DiskError/Code/ownFolder`` for the container, what lies in it, and a
  ///   folder that holds it, also when links lead there. Nothing of this document is left in the parcel then.
  @discardableResult
  public func add(contentsOf path: String, as name: DocumentName) throws(DiskError) -> DocumentName {
    if isOwn(path) { throw DiskError(.ownFolder, at: path) }
    let source = try Folder.source(of: path, orUse: folder)
    if isOwn(source) { throw DiskError(.ownFolder, at: path) }
    return try add(source, as: name)
  }

  /// Copies an entry into the parcel. It may be one of the app's documents.
  /// - Parameter change: as of ``Copier/copy(_:to:_:)``.
  func add(
    _ source: Entry, as name: DocumentName, _ change: OpenFile.Change? = nil
  ) throws(DiskError) -> DocumentName {
    try add(as: name) { copy throws(DiskError) in try touching.copy(source, to: copy, change) }
  }

  /// Writes bytes into the parcel as a document: for links and text, which have no file.
  ///
  /// - Parameter change: as of ``Copier/copy(_:to:_:)``.
  /// - Returns: the name that it has in the parcel.
  /// - Throws: the error of the disk; nothing of this document is left in the parcel then.
  @discardableResult
  public func add(
    _ bytes: some Sequence<UInt8>, as name: DocumentName, _ change: OpenFile.Change? = nil
  ) throws(DiskError) -> DocumentName {
    let bytes = Array(bytes)
    return try add(as: name) { entry throws(DiskError) in
      let file = try folder.createFile(entry.name)
      try file.protect()
      try bytes.withUnsafeBufferPointer { bytes throws(DiskError) in
        try file.write(UnsafeRawBufferPointer(bytes), at: 0)
      }
      if let change { try change(file) } else if copier.isOurs { try file.writeNewIdentity() }
      try file.sync()
      try file.close()
    }
  }

  /// Moves the parcel into the inbox with one rename, after everything in it was synced.
  ///
  /// - Returns: nil when the parcel is on the medium, so that it survives a power cut. Otherwise the error of its last
  ///   sync: it is in the inbox, and is neither removed nor published again.
  /// - Throws: ``DiskError/Code/swept`` when the parcel is gone because it was taken for
  ///   abandoned: deposit again from the source. Any other error: nothing is published, and the
  ///   parcel is still staged, to be discarded.
  public func publish(to destination: Destination = Destination()) throws(DiskError) -> DiskError? {
    // Without it the documents would go into the root, and one that the user wants twice would be skipped.
    if destination != Destination() { try store(destination, on: folder) }
    setArrival(isWanted: destination.keepsCopies)
    try folder.sync()
    var inbox = try container.open(.inbox)
    do throws(DiskError) {
      try staging[name].rename(to: inbox[name])
    } catch  where error.code == .notFound {
      guard try isStaged() else { throw DiskError(.swept, at: staging[name].path) }
      // The inbox does not exist, so make it again.
      inbox = try container.open(.inbox)
      try staging[name].rename(to: inbox[name])
    }
    do throws(DiskError) {
      try inbox.sync()
      try staging.sync()
      try inbox.flush()
      return nil
    } catch {
      return error
    }
  }

  /// Changes where the published parcel is to go, as long as no drain has taken it up.
  ///
  /// One attribute is set. If the process dies here, the parcel goes to the old folder or to the new one. A drain that
  /// begins at this very moment delivers to the old one.
  /// - Returns: false when its documents are on their way, or delivered; then nothing is changed.
  /// - Throws: the error of the disk.
  public func redirect(to destination: Destination) throws(DiskError) -> Bool {
    let inbox = try container.open(.inbox)
    do throws(DiskError) {
      let parcel = try inbox.folder(name)
      let count = published.withLock { $0 }
      guard try parcel.entries().count == count else { return false }
      try store(destination, on: parcel)
      try parcel.sync()
      guard try inbox[name].exists() else { return false }
      return try parcel.entries().count == count
    } catch  where error.code == .notFound {
      return false
    }
  }

  /// Stores where the parcel is to go. It is not synced.
  private func store(_ destination: Destination, on parcel: Folder) throws(DiskError) {
    var destination = destination
    // The path alone finds a folder whose identifier cannot be read.
    if !destination.folder.names.isEmpty {
      destination.item = try? container.folder(at: destination.folder).item()
    }
    try parcel.opened.setAttribute(Destination.attribute, destination.encode(of: name))
  }

  /// Notes on each document the share that it belongs to, and when it was handed over, each a microsecond before the one before it, so that a list with the
  /// newest first has them in the order of the share. It is not synced.
  private func setArrival(isWanted: Bool, _ now: FileTime = .now) {
    // Nothing depends on it.
    guard let entries = try? folder.entries() else { return }
    published.withLock { $0 = entries.count }
    let places = places
    for (name, kind) in entries {
      let time = now.adding(microseconds: -(places[name] ?? 0))
      folder[name].setArrival(kind, at: time, in: self.name, isWanted: isWanted)
    }
  }

  /// Tells whether the parcel is staged under its name: false once a sweep has claimed it.
  func isStaged() throws(DiskError) -> Bool { try staging[name].exists() }

  /// What an error in the parcel means: an entry that is gone was swept with the parcel.
  func named(_ error: DiskError) throws(DiskError) -> DiskError {
    guard error.code == .notFound, try !isStaged() else { return error }
    return DiskError(.swept, at: staging[name].path)
  }

  /// Removes what was staged, when it was not published.
  ///
  /// - Throws: the error of the disk; the sweep removes the rest.
  public func discard() throws(DiskError) {
    try staging[name].removeTree()
  }

  private func add(
    as name: DocumentName, _ make: (Entry) throws(DiskError) -> Void
  ) throws(DiskError) -> DocumentName {
    try name.orFallback { name throws(DiskError) in
      let given = names.withLock { $0.next(for: name) }
      do throws(DiskError) {
        do throws(DiskError) {
          try make(folder[given.fileName])
        } catch  where error.isOfSync {
          // After a failed sync the kernel may count the pages as clean, so copy again instead of syncing again.
          // If it stays, the copy finds the name taken, which passes.
          try? folder[given.fileName].removeTree()
          try make(folder[given.fileName])
        }
      } catch {
        // Report the first error. What cannot be removed keeps its name, and is removed with the parcel.
        try? remove(given)
        throw try named(error)
      }
      order.withLock { $0.append(given.fileName) }
      return given
    }
  }

  /// The caller's copier, which also gives the entries of a folder names that the volume knows, and touches the parcel's
  /// folder.
  var touching: Copier {
    var touching = copier
    touching.fallbacks = { name, number in
      DocumentName(name).fallbacks.dropFirst().map { $0.numbered(number).fileName }
    }
    touching.progress = { [self] bytes in
      copier.progress(bytes)
      let isDue = lastTouch.withLock { last in
        guard last.duration(to: .now) > Self.touchInterval else { return false }
        last = .now
        return true
      }
      guard isDue else { return }
      // If the touch fails, the sweep may remove the parcel, and the deposit is made again. No document is lost.
      try? folder.opened.setModified(nil)
    }
    return touching
  }
}

extension Deposit {
  /// Tells whether a path, as it is written, is the container's, in it, or that of a folder that holds it.
  func isOwn(_ path: String) -> Bool { PathNames(path).overlaps(PathNames(container.path)) }

  /// The same of an entry of an open folder, through the links and the `..` on the way there. What cannot be looked up is
  /// not the app's, because the app can open every folder of its own.
  func isOwn(_ source: Entry) -> Bool {
    guard let path = actualPath(of: source), let own = try? actualPath(of: staging) else {
      return false
    }
    return PathNames(path).overlaps(PathNames((own as NSString).deletingLastPathComponent))
  }

  /// The path of an entry, without links; nil when that cannot be looked up.
  private func actualPath(of source: Entry) -> String? {
    // A file cannot be opened as a folder; then the folder around it says where it is.
    if let folder = try? source.folder.folder(source.name) { return try? actualPath(of: folder) }
    // In a folder that cannot be opened, the file has its whole path for a name: see `Folder.source(of:orUse:)`.
    guard source.name.isEntry else { return nil }
    return (try? actualPath(of: source.folder)).map { $0 + "/" + source.name.description }
  }

  private func actualPath(of folder: Folder) throws(DiskError) -> String {
    try folder.opened.call(nil, container.disk.path)
  }
}
