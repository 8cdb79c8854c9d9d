/// How far a drain is.
public struct DrainProgress: Hashable, Sendable {
  /// So much of something.
  public struct Amount: Hashable, Sendable {
    /// How many documents; a folder is one.
    public var documents = 0
    /// How many bytes they have, with all that is in a folder.
    public var bytes: Int64 = 0
  }

  /// The number of documents tried so far, and the bytes delivered.
  public internal(set) var done = Amount()
  /// The amount that waited when the drain began. More may arrive meanwhile.
  public internal(set) var total: Amount

  /// Counts bytes that were copied.
  mutating func copied(_ bytes: Int64) -> DrainProgress {
    done.bytes += bytes
    return self
  }
}

extension Drain {
  /// The amount that waits now, in all folders that this drain empties.
  ///
  /// It reads the status of each document. Unreadable ones are not counted; the drain reports them.
  func measure() throws(DiskError) -> DrainProgress.Amount {
    var amount = DrainProgress.Amount()
    let inbox = try container.open(.inbox)
    for (name, kind) in try inbox.entries() {
      if !Parcel.isParcel(name, kind) {
        amount.add(name, in: inbox)
      } else if let parcel = try? inbox.folder(name), let entries = try? parcel.entries() {
        // See above.
        for entry in entries { amount.add(entry.name, in: parcel) }
      }
    }
    for (folder, origin) in try flatInboxes() {
      for (name, kind) in try folder.entries() where isDocument(name, kind, from: origin) {
        amount.add(name, in: folder)
      }
    }
    return amount
  }

  /// Computes a drain's progress from its outcomes.
  func meter(
    _ progress: @escaping (DrainProgress) -> Void
  ) throws(DiskError) -> (DrainOutcome) -> Void {
    var sofar = DrainProgress(total: try measure())
    progress(sofar)
    return { outcome in
      sofar.done.documents += 1
      switch outcome.result {
      case .imported(let path), .duplicate(of: let path):
        sofar.done.bytes += size(of: path)
      case .alreadyOurs, .takenByAnother, .refused, .waiting: break
      }
      progress(sofar)
    }
  }

  /// The bytes of a document, as far as it can be looked at.
  private func size(of path: DocumentPath) -> Int64 {
    guard let name = path.names.last, let folder = try? container.folder(at: path.parent) else { return 0 }
    return folder.size(of: name)
  }
}

extension DrainProgress.Amount {
  fileprivate mutating func add(_ name: FileName, in folder: Folder) {
    documents += 1
    bytes += folder.size(of: name)
  }
}
