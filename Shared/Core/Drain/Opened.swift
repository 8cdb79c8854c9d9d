import Foundation

extension Drain {
  /// Takes in at once the one document that the user has just opened in the app, picked or dropped.
  ///
  /// The ``ImportRoute`` decides how it comes in. A copy in the app's own folders is moved, at once, by one rename, and
  /// an opened parcel is dissolved into its documents: if the process dies, each is there or in Documents. Anything
  /// else is an original outside them: a deposit copies it, and leaves it alone.
  /// - Parameters:
  ///   - url: the URL from the system.
  ///   - isOwnItem: whether the URL is the user-visible URL of an item of the app's provider.
  ///   - isCancelled: asked between two chunks of an original, and between two documents.
  ///   - progress: called during a long import: with the bytes of an original, or with the documents of a whole
  ///     drain. A copy and a parcel are only renamed.
  ///   - report: called with the outcome of each document; not called for an empty parcel.
  /// - Throws: the error of the disk; the document stays where it was.
  public func open(
    _ url: URL, isOwnItem: Bool, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: (@Sendable (DrainProgress) -> Void)? = nil, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    let callbacks = Callbacks(isCancelled: isCancelled, progress: progress)
    switch ImportRoute(of: url, sandbox: sandbox, container: container, isOwnItem: isOwnItem) {
    case .inbox(let name): try takeOpened(name, callbacks, report)
    case .finder(let name): try takeDropped(name, report)
    case .underWay: try run(isCancelled: isCancelled, progress: progress, report)
    case .ours: report(DrainOutcome(name: url.lastPathComponent, origin: .opened, result: .alreadyOurs))
    case .refused(let refusal):
      report(DrainOutcome(name: url.lastPathComponent, origin: .opened, result: .refused(refusal)))
    case .original: try take(url.path(percentEncoded: false), callbacks, report)
    }
  }

  /// How the caller cancels, and follows the progress.
  private struct Callbacks {
    var isCancelled: @Sendable () -> Bool
    var progress: (@Sendable (DrainProgress) -> Void)?
  }

  /// Copies an original, unless its path leads to one of the app's own folders in another way.
  ///
  /// The route must be certain: an original must not be moved, and copying a copy would import it twice.
  private func take(
    _ path: String, _ callbacks: Callbacks, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    let (folder, source) = try Folder.openSource(of: path, orUse: container.open(.staging))
    let name = FileName((path as NSString).lastPathComponent)
    if try folder.isSame(as: sandbox?.openInbox()) { return try takeOpened(name, callbacks, report) }
    if try folder.isSame(as: sandbox?.openDocuments()) { return try takeDropped(name, report) }
    if try folder.isSame(as: container.open(.documents)) {
      return report(DrainOutcome(name: name.description, origin: .opened, result: .alreadyOurs))
    }
    let copied = Mutex(
      DrainProgress(
        total: .init(documents: 1, bytes: callbacks.progress == nil ? 0 : folder.size(of: source))))
    let copier = Copier(
      progress: { bytes in
        callbacks.progress?(copied.withLock { $0.copied(bytes) })
      }, isCancelled: callbacks.isCancelled)
    var parcels: [FileName] = []
    _ = try Inbox(container).deposit(copier: copier) { deposit throws(DiskError) in
      try deposit.add(contentsOf: path, as: DocumentName(name))
      // A deposit that starts again makes another parcel.
      parcels = [deposit.name]
    }
    try dissolve(parcels, callbacks.isCancelled, report)
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
    _ name: FileName, _ callbacks: Callbacks, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    guard let parcel = try take(name, from: sandbox?.openInbox(), .opened, report) else { return }
    try dissolve([parcel], callbacks.isCancelled, report)
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
