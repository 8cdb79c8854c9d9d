import Foundation

extension Drain {
  /// Takes in at once the one document that the user has just opened in the app.
  ///
  /// A copy that the system left in the app's own folders is moved, by one rename, and an opened parcel is dissolved into
  /// its documents: if the process is killed here, each is there or in Documents. A copy elsewhere is copied by a deposit.
  /// - Parameters:
  ///   - url: the URL from the system.
  ///   - isCancelled: asked between two chunks of a copy, and between two documents.
  ///   - report: called with the outcome of each document; not called for an empty parcel, and for one of the app's documents.
  /// - Throws: the error of the disk; the document stays where it was, or its copy is delivered and perhaps not on the
  ///   medium.
  public func open(
    _ url: URL, isCancelled: @escaping @Sendable () -> Bool = { false }, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    switch ImportRoute(of: url, sandbox: sandbox, container: container, isOwnItem: false) {
    case .inbox(let name): try deliver(name, from: sandbox?.openInbox(), .opened, isCancelled, report)
    case .finder(let name): try deliver(name, from: sandbox?.openDocuments(), .finder, isCancelled, report)
    case .underWay: try run(isCancelled: isCancelled, report)
    case .ours: break
    case .refused(let refusal):
      report(DrainOutcome(name: url.lastPathComponent, source: .opened, result: .refused(refusal)))
    case .original: try copy(url.path(percentEncoded: false), isCancelled, report)
    }
  }

  /// Copies what lies elsewhere, unless a link on its path leads to one of the app's own folders: a copy of a copy would
  /// come in twice.
  private func copy(
    _ path: String, _ isCancelled: @escaping @Sendable () -> Bool, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    let folder = try Folder.source(of: path, orUse: container.open(.staging)).folder
    let name = FileName((path as NSString).lastPathComponent)
    for (inbox, source) in try flatInboxes() where try folder.isSame(as: inbox) {
      return try deliver(name, from: inbox, source, isCancelled, report)
    }
    if try folder.isSame(as: container.open(.documents)) { return }
    // A deposit that starts again makes another parcel.
    var parcel: FileName?
    let failure = try Inbox(container).deposit(copier: Copier(isCancelled: isCancelled)) {
      deposit throws(DiskError) in
      try deposit.add(contentsOf: path, as: DocumentName(name))
      parcel = deposit.name
    }
    if let parcel { try dissolve(parcel, isCancelled, report) }
    // It is delivered, but perhaps not on the medium.
    if let failure { throw failure }
  }

  /// Delivers what is in a parcel of the group's inbox, before everything else that waits there.
  private func dissolve(
    _ parcel: FileName, _ isCancelled: @escaping () -> Bool, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    var budget = Budget(nil, isCancelled: isCancelled)
    try drain([parcel], of: container.open(.inbox), &budget, report)
  }

  /// Takes an entry out of a flat inbox at once, and dissolves it if it is a parcel.
  private func deliver(
    _ name: FileName, from folder: Folder?, _ source: DrainOutcome.Source,
    _ isCancelled: @escaping () -> Bool, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    guard let entry = folder?[name], let kind = try entry.statusIfThere()?.kind else {
      return report(DrainOutcome(name: name.description, source: source, result: .takenByAnother))
    }
    if let refusal = refusal(of: kind) { return report(outcome(entry, from: source, refusal)) }
    var root = try root(for: [name])
    if let parcel = try deliver(claim(entry, source), &root, report) {
      try dissolve(parcel, isCancelled, report)
    }
  }
}
