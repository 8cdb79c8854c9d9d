/// How far a drain is.
public struct DrainProgress: Hashable, Sendable {
  /// So much of something.
  public struct Amount: Hashable, Sendable {
    /// How many documents; a folder is one.
    public var documents = 0
    /// How many bytes they have, with all that is in a folder; 0 where they are only renamed.
    public var bytes: Int64 = 0
  }

  /// The number of documents tried so far, and the bytes copied.
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
  /// How many documents wait now, in all folders that this drain empties. A parcel that cannot be listed counts as
  /// empty; the drain reports it.
  func measure() throws(DiskError) -> Int {
    var count = 0
    let inbox = try container.open(.inbox)
    for (name, kind) in try inbox.entries() {
      // See above.
      count += Parcel.isParcel(name, kind) ? (try? inbox.folder(name).entries().count) ?? 0 : 1
    }
    if let taken = try sandbox?.openTaken() { count += try taken.entries().count }
    for (folder, origin) in try flatInboxes() {
      count += try folder.entries().count { isDocument($0.name, $0.kind, from: origin) }
    }
    return count
  }

  /// Computes a drain's progress from its outcomes. It counts documents: a drain renames, and so a large document takes
  /// no longer than a small one.
  func meter(
    _ progress: @escaping (DrainProgress) -> Void
  ) throws(DiskError) -> (DrainOutcome) -> Void {
    let total = try measure()
    var sofar = DrainProgress(total: .init(documents: total))
    // More steps than a bar on screen has.
    let step = max(1, total / 500)
    progress(sofar)
    return { _ in
      sofar.done.documents += 1
      if sofar.done.documents % step == 0 || sofar.done.documents == total { progress(sofar) }
    }
  }
}
