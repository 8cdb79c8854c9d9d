/// The flat inboxes: the app's Documents/Inbox, which the system fills, and its Documents, which Finder fills. Every entry
/// is one document.
///
/// The app reads and empties them and never writes in them, because the sandbox refuses it. It takes a document out by one
/// exclusive rename into `Taken`, a folder of its own, and does everything else there: see ``TakenEntry``.
extension Drain {
  /// Takes parcels that the user opened into the group's inbox, whole.
  func takeOpenedParcels(_ report: (DrainOutcome) -> Void) throws(DiskError) {
    guard let folder = try sandbox?.openInbox() else { return }
    var index = NameIndex([DocumentName]())
    for (name, kind) in try folder.entries() where Parcel.isParcel(name, kind) {
      deliver(name, kind, from: folder, .opened, &index, report)
    }
  }

  /// Delivers the files in the app's Documents/Inbox (from the system) and Documents (from Finder) that have stopped
  /// changing.
  func drainFlat(_ budget: inout Budget, _ report: (DrainOutcome) -> Void) throws(DiskError) {
    for (folder, origin) in try flatInboxes() {
      let entries = try folder.entries().filter { isDocument($0.name, $0.kind, in: folder, from: origin) }
      var index = try readIndex(for: entries.map(\.name))
      for (name, kind) in entries {
        if budget.isSpent() { return }
        deliver(name, kind, from: folder, origin, &index) { outcome in
          budget.spend(on: outcome.result)
          report(outcome)
        }
      }
    }
  }

  /// The existing folders of the app in which documents arrive one by one.
  func flatInboxes() throws(DiskError) -> [(folder: Folder, origin: DrainOutcome.Origin)] {
    let (inbox, documents) = (try sandbox?.openInbox(), try sandbox?.openDocuments())
    return [inbox.map { ($0, .opened) }, documents.map { ($0, .finder) }].compactMap { $0 }
  }

  /// The names that are taken in Documents, by one listing for all incoming documents. The rename meets a name that another
  /// process takes later.
  func readIndex(for names: [FileName]) throws(DiskError) -> NameIndex {
    var index = NameIndex(names.map { DocumentName($0) })
    try index.read(container.open(.documents))
    return index
  }

  /// Delivers one entry of a flat inbox, if it has stopped changing.
  private func deliver(
    _ name: FileName, _ kind: FileKind, from folder: Folder, _ origin: DrainOutcome.Origin,
    _ index: inout NameIndex, _ report: (DrainOutcome) -> Void
  ) {
    let reason: DrainOutcome.Result
    do throws(DiskError) {
      if let refusal = refusal(of: kind) {
        reason = refusal
      } else if StabilityTracker.isUnfinished(name) {
        reason = .waiting(.unfinishedDownload)
      } else if try !stability.isStable(name, in: folder, now: .now) {
        reason = .waiting(.growing)
      } else {
        let claimed = try claim(name, from: folder, origin)
        stability.forget(name, in: folder.path)
        _ = try deliver(claimed, &index, report)
        return
      }
    } catch {
      reason = resultOfFailure(error, of: name, in: folder)
    }
    report(outcome(name, in: folder, from: origin, reason))
  }

  /// Tells whether an entry of one of the app's folders is a document. Private files of Finder and iCloud are not.
  /// What was opened is one under any name.
  func isDocument(
    _ name: FileName, _ kind: FileKind, in folder: Folder, from origin: DrainOutcome.Origin
  ) -> Bool {
    // What cannot be looked at stays there.
    if origin == .finder, name.isStandIn || name.isOfFinder { return (try? folder.isMiscalled(name)) == true }
    // A parcel that was opened is taken in whole. The folder Inbox of Documents is the system's; a file of that name is
    // a document.
    return origin == .opened ? !Parcel.isParcel(name, kind) : name != Sandbox.inbox || kind != .folder
  }
}
