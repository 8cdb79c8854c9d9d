/// The flat inboxes: the app's Documents/Inbox, which the system fills, and its Documents, which Finder fills. Every entry
/// is one document.
///
/// The app reads and empties them and never writes in them, because the sandbox refuses it. It takes a document out by one
/// exclusive rename into `Taken`, a folder of its own, and does everything else there: see ``TakenEntry``.
extension Drain {
  /// Takes parcels that the user opened into the group's inbox, whole.
  func deliverOpenedParcels(_ report: (DrainOutcome) -> Void) throws(DiskError) {
    guard let folder = try sandbox?.openInbox() else { return }
    var root = try root(for: [])
    for (name, kind) in try folder.entries() where Parcel.isParcel(name, kind) {
      deliver(folder[name], kind, .opened, &root, report)
    }
  }

  /// Delivers the files in the app's Documents/Inbox (from the system) and Documents (from Finder) that have stopped
  /// changing.
  func drainFlat(_ budget: inout Budget, _ report: (DrainOutcome) -> Void) throws(DiskError) {
    for (folder, source) in try flatInboxes() {
      let entries = try folder.entries().filter { isDocument(folder[$0.name], $0.kind, from: source) }
      var root = try root(for: entries.map(\.name))
      for (name, kind) in entries {
        if budget.isSpent() { return }
        deliver(folder[name], kind, source, &root) { outcome in
          budget.spend(on: outcome.result)
          report(outcome)
        }
      }
    }
  }

  /// The existing folders of the app in which documents arrive one by one.
  func flatInboxes() throws(DiskError) -> [(folder: Folder, source: DrainOutcome.Source)] {
    let (inbox, documents) = (try sandbox?.openInbox(), try sandbox?.openDocuments())
    return [inbox.map { ($0, .opened) }, documents.map { ($0, .finder) }].compactMap { $0 }
  }

  /// The root of Documents, with the names that are taken in it, by one listing for all incoming documents. The rename meets
  /// a name that another process takes later.
  func root(for names: [FileName]) throws(DiskError) -> Target {
    var root = Target(folder: try container.open(.documents), path: DocumentPath())
    root.index = NameIndex(names.map { DocumentName($0) })
    try root.index.read(root.folder)
    return root
  }

  /// Delivers one entry of a flat inbox, if it has stopped changing.
  private func deliver(
    _ entry: Entry, _ kind: FileKind, _ source: DrainOutcome.Source, _ root: inout Target,
    _ report: (DrainOutcome) -> Void
  ) {
    let reason: DrainOutcome.Result
    do throws(DiskError) {
      if let refusal = refusal(of: kind) {
        reason = refusal
      } else if StabilityTracker.isUnfinished(entry.name) {
        reason = .waiting(.unfinishedDownload)
      } else if try !stability.isStable(entry, now: .now) {
        reason = .waiting(.growing)
      } else {
        let claimed = try claim(entry, source)
        stability.forget(entry)
        _ = try deliver(claimed, &root, report)
        return
      }
    } catch {
      reason = resultOfFailure(error, of: entry)
    }
    report(outcome(entry, from: source, reason))
  }

  /// Tells whether an entry of one of the app's folders is a document. Private files of Finder and iCloud are not.
  /// What was opened is one under any name.
  func isDocument(_ entry: Entry, _ kind: FileKind, from source: DrainOutcome.Source) -> Bool {
    let name = entry.name
    // What cannot be looked at stays there.
    if source == .finder, name.isStandIn || name.isOfFinder { return (try? entry.isMiscalled()) == true }
    // A parcel that was opened is taken in whole. The folder Inbox of Documents is the system's; a file of that name is
    // a document.
    return source == .opened ? !Parcel.isParcel(name, kind) : name != Sandbox.inbox || kind != .folder
  }
}
