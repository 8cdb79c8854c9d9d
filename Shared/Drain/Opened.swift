extension Drain {
  /// Takes in the one document that a person has just opened in Intray, before anything else is asked.
  ///
  /// A copy in the app's Documents/Inbox is ours: it is moved, at once, by one rename, and a parcel is
  /// dissolved into its documents. Anything else is somebody's original: it is copied, and left alone.
  /// - Parameter path: where the system says it is, absolute.
  /// - Returns: what became of it, one outcome a document. Empty when a parcel was empty.
  /// - Throws: what the disk says, with the document where it was.
  public func open(
    _ path: String, copier: Copier = Copier(), _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    let (folder, name) = try Folder.openParent(of: path, disk: container.disk)
    guard try isOurInbox(folder) else {
      _ = try Inbox(container).deposit(copier: copier) { deposit throws(DiskError) in
        try deposit.add(contentsOf: path, as: DocumentName(name))
      }
      try run(report)
      return
    }
    let kind: FileKind
    do throws(DiskError) {
      kind = try folder.status(name).kind
    } catch  where error.code == .notFound {
      return report(DrainOutcome(name: name.description, origin: .opened, result: .takenByAnother))
    }
    if Parcel.isParcel(name, kind) {
      try takeIn(name, from: folder)
      try run(report)
      return
    }
    report(
      DrainOutcome(
        name: name.description, origin: .opened, result: try claim(name, kind, from: folder)))
  }

  /// Whether a folder is the app's own Documents/Inbox, whatever path led to it.
  ///
  /// A guess would not do: an original must not be moved, and a copy that is copied comes twice.
  private func isOurInbox(_ folder: Folder) throws(DiskError) -> Bool {
    guard let inbox = try sandbox?.openInbox() else { return false }
    let (one, other) = (try inbox.status(), try folder.status())
    return one.inode == other.inode && one.device == other.device
  }
}
