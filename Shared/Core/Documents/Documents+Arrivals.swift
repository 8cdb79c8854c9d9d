/// A document or folder that came in, as what it says of itself tells.
public struct DocumentArrival: Hashable, Sendable {
  /// Where it is.
  public var path: DocumentPath
  /// When it was handed over; nil when its import route does not note that.
  public var time: FileTime?
  /// The places it came from: the address, then the page or message it was found on.
  public var whereFrom: [String]
}

extension Documents {
  /// Finds what came in since a moment, by whichever process, the latest first: what was handed over since, and
  /// is in Documents now.
  ///
  /// One look at every document; only what changed since is opened, because coming in is a change. In memory at
  /// most twice as many as are wanted.
  /// - Parameter since: nil is the beginning.
  /// - Throws: what the disk says; ``DiskError/Code/cancelled`` when the caller has cancelled.
  public func arrivals(
    since: FileTime?, atMost count: Int, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> [DocumentArrival] {
    var found = Selection<(arrival: DocumentArrival, time: FileTime)>(count) { $0.time > $1.time }
    try walk(from: DocumentPath(), isCancelled) { name, folder, path throws(DiskError) in
      guard let entry = try entry(name, in: folder, as: path) else { return }
      if let since, entry.status.changed < since { return }
      guard let arrival = arrival(of: name, entry.status.kind, in: folder, at: path), let time = arrival.time,
        since.map({ time >= $0 }) ?? true
      else { return }
      found.add((arrival, time))
    }
    return found.first.map(\.arrival)
  }

  /// What documents say of how they came in; nothing of those that are gone.
  public func arrivals(at paths: [DocumentPath]) -> [DocumentArrival] {
    paths.compactMap { path in
      // What went, or cannot be read, has nothing to say.
      guard let name = path.names.last, let folder = try? container.folder(at: path.parent),
        let status = try? folder.status(name)
      else { return nil }
      return arrival(of: name, status.kind, in: folder, at: path)
    }
  }

  private func arrival(
    of name: FileName, _ kind: FileKind, in folder: Folder, at path: DocumentPath
  ) -> DocumentArrival? {
    guard kind == .file || kind == .folder else { return nil }
    let disk = disk
    // It is only shown to the user: what cannot be read is left out.
    return try? folder.withOpen(name, kind) { opened throws(DiskError) in
      DocumentArrival(
        path: path,
        time: try disk.attribute(opened, ItemAttribute.arrival).flatMap { ItemAttribute.decodeTime($0) },
        whereFrom: try disk.attribute(opened, Provenance.attribute).map(Provenance.decode) ?? [])
    }
  }
}
