/// A file that was not delivered: its folder, name and identity. With the identity, the user can save or delete this
/// file and no other one that has taken its name.
public struct Waiting: Hashable, Sendable {
  /// The absolute path of the folder in which it lies.
  public let folder: String
  /// Its name there.
  public let name: FileName
  /// Which file it is.
  public let file: FileID
  /// What it is.
  public let kind: FileKind

  /// Reads an entry. Returns nil when that fails, and then the user cannot act on it.
  init?(_ name: FileName, in folder: Folder) {
    guard let status = try? folder.status(name), let file = try? folder.identify(name) else { return nil }
    self.folder = folder.path
    self.name = name
    self.file = file
    kind = status.kind
  }

  /// Its path, for calls that need a path; nil when the name is not UTF-8.
  public var path: String? { name.text.map { folder + "/" + $0 } }
}

extension Drain {
  /// Removes a waiting file for good. The caller has asked the user.
  ///
  /// It is moved into `Displaced` by one rename, checked, and removed only if it is the waiting file. If the process
  /// dies in between, it is gone, or the next recovery puts it into Documents.
  /// - Throws: ``DiskError/Code/notFound`` when it waits there no more, ``DiskError/Code/changed`` when something else
  ///   has its name; nothing was removed then.
  public func discard(_ waiting: Waiting) throws(DiskError) {
    let folder = try Folder.open(waiting.folder, disk: container.disk)
    try folder.check(waiting.name, is: waiting.file)
    let path = DocumentPath([DocumentName(waiting.name).fileName])
    try Documents(container).remove(waiting.name, of: folder, for: path, expecting: waiting.file) { _, _ in true }
  }

  /// An outcome that says where the entry is if it still lies there.
  func outcome(
    _ name: FileName, in folder: Folder, from origin: DrainOutcome.Origin, _ result: DrainOutcome.Result
  ) -> DrainOutcome {
    switch result {
    case .waiting, .refused:
      DrainOutcome(
        name: name.description, origin: origin, result: result, waiting: Waiting(name, in: folder))
    case .imported, .duplicate, .takenByAnother:
      DrainOutcome(name: name.description, origin: origin, result: result)
    }
  }
}
