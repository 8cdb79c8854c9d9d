/// How far a drain is.
public struct DrainProgress: Hashable, Sendable {
  /// How many documents were tried so far; a folder is one.
  public internal(set) var done = 0
  /// How many waited when the drain began. More may arrive meanwhile.
  public internal(set) var total: Int
}

extension Drain {
  /// Computes a drain's progress from its outcomes. A drain renames, so a large document takes no longer than a small one.
  func meter(
    _ progress: @escaping (DrainProgress) -> Void
  ) throws(DiskError) -> (DrainOutcome) -> Void {
    var total = 0
    let inbox = try container.open(.inbox)
    for (name, kind) in try inbox.entries() {
      // A parcel that cannot be listed counts as empty; the drain reports it.
      total += Parcel.isParcel(name, kind) ? (try? inbox.folder(name).entries().count) ?? 0 : 1
    }
    if let taken = try sandbox?.openTaken() { total += try taken.entries().count }
    for (folder, source) in try flatInboxes() {
      total += try folder.entries().count { isDocument(folder[$0.name], $0.kind, from: source) }
    }
    var sofar = DrainProgress(total: total)
    // More steps than a bar on screen has.
    let step = max(1, total / 500)
    progress(sofar)
    return { _ in
      sofar.done += 1
      if sofar.done % step == 0 || sofar.done == sofar.total { progress(sofar) }
    }
  }
}
