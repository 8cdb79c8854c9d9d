/// The directory where parcels wait for a drain, and the deposit of new ones.
///
/// The module Inbox:
/// - For: incoming documents: copies in `Staging`, parcels in `Inbox`, notifications between the processes.
/// - Guarantees: another process sees a parcel whole, or does not see it.
/// - After a crash: the copy in `Staging` is removed some days later; a parcel that was published waits for the
///   next drain.
/// - Never: tell a sender that a document is safe before it is on the medium.
///
/// See <doc:TheWayOfADocument>.
public struct Inbox: Sendable {
  private let container: Container
  /// How often a deposit is made: a sync may fail, and a sweep may take a parcel whose writer was stopped for very long.
  private static let attempts = 3

  /// The inbox of a container.
  public init(_ container: Container) { self.container = container }

  /// Begins a deposit. See ``Deposit`` for what is on disk at each step.
  /// - Throws: the error of the disk; ``DiskError/Code/swept`` when a sweep took the new parcel.
  public func deposit(copier: Copier = Copier()) throws(DiskError) -> Deposit {
    try Deposit(container: container, copier: copier)
  }

  /// Makes a parcel, calls the closure to fill it, and publishes it.
  ///
  /// If the closure or the publishing throws, nothing is left. If the parcel was swept meanwhile, or a sync failed,
  /// the closure is called again and copies from the source again.
  ///
  /// - Returns: as ``Deposit/publish(to:)``.
  /// - Throws: what the closure throws, and as ``Deposit/publish(to:)``.
  public func deposit(
    copier: Copier = Copier(), _ fill: (Deposit) throws(DiskError) -> Void
  ) throws(DiskError) -> DiskError? {
    var attempts = 0
    while true {
      attempts += 1
      do throws(DiskError) {
        return try staging(copier: copier) { deposit throws(DiskError) in
          try fill(deposit)
          return try deposit.publish()
        }
      } catch  where attempts < Self.attempts && (error.code == .swept || error.isOfSync) {
        // From the source again.
      }
    }
  }

  /// Makes a parcel for a closure, and removes it if that throws.
  func staging<Result>(
    copier: Copier, _ fill: (Deposit) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    let deposit = try deposit(copier: copier)
    do throws(DiskError) {
      return try fill(deposit)
    } catch {
      // Report the first error. The sweep removes the parcel if this cannot.
      try? deposit.discard()
      throw error
    }
  }

  /// Removes from `Staging` the parcels that no process has touched for eight days by a clock.
  ///
  /// A sweep that finds a parcel touched notes on it what the clock shows. A later one removes the parcel if it is
  /// untouched since. It first claims it by renaming it to `….swept`, and deletes only such names. A writer that is still
  /// alive then cannot publish and starts again from its source. One that moves a document out by
  /// itself has the parcel's folder open, so the sweep claims each entry by a rename as well: one of the two moves it.
  /// - Throws: the first error of the disk, after every parcel was tried. The next sweep tries the rest again.
  public func sweep(_ clock: AgeClock) throws(DiskError) {
    let staging = try container.open(.staging)
    // Again: the process that made it may have died before it did this.
    staging.excludeFromBackup()
    var failure: DiskError?
    for (name, kind) in try staging.entries() {
      do throws(DiskError) {
        try sweep(name, kind, in: staging, clock)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func sweep(
    _ name: FileName, _ kind: FileKind, in staging: Folder, _ clock: AgeClock
  ) throws(DiskError) {
    if name.hasSuffix(Parcel.sweptSuffix) { return try remove(name, in: staging) }
    // The app's processes put only parcels here, so leave any other entry.
    guard Parcel.isParcel(name, kind), try isAbandoned(name, in: staging, clock) else { return }
    let swept = FileName(bytes: Array(name.bytes) + Parcel.sweptSuffix.utf8)
    do throws(DiskError) {
      try staging[name].rename(to: staging[swept])
    } catch  where error.code == .notFound || error.code == .exists {
      // Its writer has just published it, or another process is sweeping it.
      return
    }
    try remove(swept, in: staging)
  }

  /// Tells whether a parcel is as an earlier sweep saw it, long ago. Otherwise it notes on the parcel what it sees: the
  /// reading of the clock, and the time of the last touch.
  private func isAbandoned(
    _ name: FileName, in staging: Folder, _ clock: AgeClock
  ) throws(DiskError) -> Bool {
    do throws(DiskError) {
      let parcel = try staging.folder(name)
      let touched = ItemAttribute.encode(try parcel.status().modified)
      let seen = try parcel.opened.attribute(Self.seenAttribute) ?? []
      if seen.dropFirst(8).elementsEqual(touched),
        let age = ItemAttribute.decodeNumber(Array(seen.prefix(8))).flatMap({ clock.age(of: $0) })
      {
        return age > Self.patience
      }
      try parcel.opened.setAttribute(Self.seenAttribute, ItemAttribute.encode(clock.reading) + touched)
      return false
    } catch  where error.isGone {
      // Its writer has just published it.
      return false
    }
  }

  /// Removes a claimed parcel. If the process dies, the next sweep goes on.
  private func remove(_ swept: FileName, in staging: Folder) throws(DiskError) {
    let parcel: Folder
    do throws(DiskError) {
      try staging[swept].makeMovable()
      parcel = try staging.folder(swept)
    } catch  where error.isGone {
      // Another sweep removed it, or it is a file.
      return try staging[swept].removeFile()
    }
    for (name, _) in try parcel.entries() {
      let claimed = FileName.random()
      do throws(DiskError) {
        try parcel[name].renameMovable(to: parcel[claimed])
      } catch  where error.code == .notFound {
        // Its writer has just moved it out, or another sweep has claimed it.
        continue
      }
      try parcel[claimed].removeTree()
    }
    try staging[swept].removeFolder()
  }

  /// How many seconds a parcel may stay without a touch. A suspended extension does not touch its parcel, but no
  /// writer resumes after a day. One step of the clock alone, which may be a jump of the user's clock, is not enough.
  private static let patience = AgeClock.longestStep + 24 * 60 * 60
  private static let seenAttribute = Identity.prefix + "seen"
}
