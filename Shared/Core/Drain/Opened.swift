import Foundation

extension Drain {
  /// Takes in at once the one document that the user has just opened in the app.
  ///
  /// The ``ImportRoute`` decides how it comes in. The system's copy in the app's own folders is moved, at once, by one rename,
  /// and an opened parcel is dissolved into its documents: if the process is killed here, each is there or in Documents. A
  /// copy that the system left elsewhere is copied by a deposit, and left alone.
  /// - Parameters:
  ///   - url: the URL from the system.
  ///   - isCancelled: asked between two chunks of a copy, and between two documents.
  ///   - report: called with the outcome of each document; not called for an empty parcel, and for one of the app's documents.
  /// - Throws: the error of the disk; the document stays where it was.
  public func open(
    _ url: URL, isCancelled: @escaping @Sendable () -> Bool = { false }, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    switch ImportRoute(of: url, sandbox: sandbox, container: container, isOwnItem: false) {
    case .inbox(let name): try takeOpened(name, isCancelled, report)
    case .finder(let name): try takeDropped(name, report)
    case .underWay: try run(isCancelled: isCancelled, report)
    case .ours: break
    case .refused(let refusal):
      report(DrainOutcome(name: url.lastPathComponent, origin: .opened, result: .refused(refusal)))
    case .original: try take(url.path(percentEncoded: false), isCancelled, report)
    }
  }

  /// Copies what lies elsewhere, unless its path leads to one of the app's own folders in another way.
  ///
  /// The route must be certain: copying a copy would import it twice.
  private func take(
    _ path: String, _ isCancelled: @escaping @Sendable () -> Bool, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    let (folder, _) = try Folder.openSource(of: path, orUse: container.open(.staging))
    let name = FileName((path as NSString).lastPathComponent)
    if try folder.isSame(as: sandbox?.openInbox()) { return try takeOpened(name, isCancelled, report) }
    if try folder.isSame(as: sandbox?.openDocuments()) { return try takeDropped(name, report) }
    if try folder.isSame(as: container.open(.documents)) { return }
    var parcels: [FileName] = []
    _ = try Inbox(container).deposit(copier: Copier(isCancelled: isCancelled)) { deposit throws(DiskError) in
      try deposit.add(contentsOf: path, as: DocumentName(name))
      // A deposit that starts again makes another parcel.
      parcels = [deposit.name]
    }
    try dissolve(parcels, isCancelled, report)
  }

  /// Delivers what is in parcels of the group's inbox, before everything else that waits there.
  private func dissolve(
    _ parcels: [FileName], _ isCancelled: @escaping () -> Bool, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    var budget = Budget(nil, isCancelled: isCancelled)
    try drain(parcels, of: container.open(.inbox), &budget, report)
  }

  /// Takes a copy out of the app's Documents/Inbox.
  private func takeOpened(
    _ name: FileName, _ isCancelled: @escaping () -> Bool, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    guard let parcel = try take(name, from: sandbox?.openInbox(), .opened, report) else { return }
    try dissolve([parcel], isCancelled, report)
  }

  /// Takes something out of the app's Documents.
  private func takeDropped(_ name: FileName, _ report: (DrainOutcome) -> Void) throws(DiskError) {
    _ = try take(name, from: sandbox?.openDocuments(), .finder, report)
  }

  /// Takes an entry out of a flat inbox at once.
  ///
  /// - Returns: the parcel that it is now, in the group's inbox; nil for every other document.
  private func take(
    _ name: FileName, from folder: Folder?, _ origin: DrainOutcome.Origin, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) -> FileName? {
    guard let folder, let kind = try folder.statusIfThere(name)?.kind else {
      report(DrainOutcome(name: name.description, origin: origin, result: .takenByAnother))
      return nil
    }
    if let refusal = refusal(of: kind) {
      report(outcome(name, in: folder, from: origin, refusal))
      return nil
    }
    var index = try readIndex(for: [name])
    return try deliver(claim(name, from: folder, origin), &index, report)
  }
}
