/// The room where parcels wait, and the way into it.
///
/// The room Inbox:
/// - For: what is handed over: copies in `Staging`, parcels in `Inbox`, notifications between the processes.
/// - Guarantees: another process sees a parcel whole, or does not see it.
/// - After a crash: the copy in `Staging` is removed a day later; a parcel that was published waits for the
///   next drain.
/// - Never: tell a sender that a document is safe before it is on the medium.
public struct Inbox: Sendable {
  private let container: Container
  /// A clock that jumps sweeps a parcel once, and perhaps once more when it jumps back.
  private static let attempts = 3

  /// The inbox of a container.
  public init(_ container: Container) {
    self.container = container
  }

  /// Begins a deposit. See ``Deposit`` for what is on disk at each step.
  public func deposit(copier: Copier = Copier()) throws(DiskError) -> Deposit {
    try Deposit(container: container, copier: copier)
  }

  /// Deposits in one go: makes a parcel, lets the closure fill it, publishes it.
  ///
  /// When the closure or the publishing throws, nothing is left. When the parcel was swept meanwhile, or
  /// the drive did not confirm it, the closure runs again, from the source.
  public func deposit(
    copier: Copier = Copier(), _ fill: (Deposit) throws(DiskError) -> Void
  ) throws(DiskError) -> Deposit.Safety {
    for _ in 1..<Self.attempts {
      do throws(DiskError) {
        return try depositOnce(copier, fill)
      } catch  where error.code == .swept || error.isOfSync {
        continue
      }
    }
    return try depositOnce(copier, fill)
  }

  private func depositOnce(
    _ copier: Copier, _ fill: (Deposit) throws(DiskError) -> Void
  ) throws(DiskError) -> Deposit.Safety {
    let deposit = try deposit(copier: copier)
    do throws(DiskError) {
      try fill(deposit)
      return try deposit.publish()
    } catch {
      // The error that made us give up is the one to tell; the sweep removes what cannot be removed.
      try? deposit.discard()
      throw error
    }
  }

  /// Removes from `Staging` the parcels that no process has touched for a day.
  ///
  /// A sweep is a claim, too: an abandoned parcel is first renamed to `….swept`, and only what bears
  /// that name is deleted. A writer that is alive after all (its clock or ours jumped) then finds its
  /// parcel gone when it publishes, and starts again from its source.
  /// - Parameter now: the present moment.
  /// - Throws: what the disk says first, after everything was tried. What could not be removed is tried
  ///   again next time.
  public func sweep(now: FileTime) throws(DiskError) {
    let staging = try container.open(.staging)
    var failure: DiskError?
    for (name, kind) in try staging.entries() {
      do throws(DiskError) {
        try sweep(name, kind, in: staging, now: now)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func sweep(
    _ name: FileName, _ kind: FileKind, in staging: Folder, now: FileTime
  ) throws(DiskError) {
    if name.hasSuffix(Parcel.sweptSuffix) { return try staging.removeTree(name) }
    // Our processes put only parcels here, so anything else is not ours to delete.
    guard Parcel.isParcel(name, kind), try isAbandoned(name, in: staging, now: now) else { return }
    let swept = FileName(bytes: Array(name.bytes) + "\(Parcel.sweptSuffix)".utf8)
    do throws(DiskError) {
      try staging.rename(name, to: staging, as: swept)
    } catch  where error.code == .notFound || error.code == .exists {
      // Its writer published it at this moment, or another process sweeps it.
      return
    }
    try staging.removeTree(swept)
  }

  /// How long a writer may be silent. A suspended extension is silent for as long as it is suspended; no writer comes
  /// back after a day.
  private static let patience: Int64 = 24 * 60 * 60

  private func isAbandoned(
    _ name: FileName, in staging: Folder, now: FileTime
  ) throws(DiskError) -> Bool {
    do throws(DiskError) {
      return try staging.status(name).modified.seconds < now.seconds - Self.patience
    } catch  where error.code == .notFound {
      return false
    }
  }
}
