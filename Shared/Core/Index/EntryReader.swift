import Foundation
import Synchronization

/// Reads of documents and folders what a ``DocumentIndex`` holds of them. It only reads.
struct EntryReader: Sendable {
  let isPackage: @Sendable (FileName) -> Bool

  /// What an entry turned out to be.
  enum Finding: Sendable {
    case gone
    /// It looks as it did when it was read last.
    case unchanged
    case read(DocumentEntry)
  }

  /// An entry of a folder to look at: the kind that the listing gave, and what is known of it.
  typealias Candidate = (name: FileName, kind: FileKind, known: DocumentEntry?)

  /// For fewer entries another thread is not worth while.
  private static let fewest = 64

  /// Looks at entries of a folder, many of them on all cores, because most of a look is waiting for the kernel.
  ///
  /// - Throws: the error of the disk.
  func read(
    _ candidates: [Candidate], in folder: Folder, at path: DocumentPath
  ) throws(DiskError) -> [Finding] {
    let parts = candidates.count < Self.fewest ? 1 : ProcessInfo.processInfo.activeProcessorCount
    if parts == 1 { return try read(candidates[...], in: folder, at: path).get() }
    let size = (candidates.count + parts - 1) / parts
    let found = Mutex<[Int: Result<[Finding], DiskError>]>([:])
    DispatchQueue.concurrentPerform(iterations: parts) { @Sendable part in
      let range = (part * size..<(part + 1) * size).clamped(to: candidates.indices)
      let result = read(candidates[range], in: folder, at: path)
      found.withLock { $0[part] = result }
    }
    var findings: [Finding] = []
    for (_, part) in found.withLock(\.self).sorted(by: { $0.key < $1.key }) { findings += try part.get() }
    return findings
  }

  private func read(
    _ candidates: ArraySlice<Candidate>, in folder: Folder, at path: DocumentPath
  ) -> Result<[Finding], DiskError> {
    Result { () throws(DiskError) in
      var findings: [Finding] = []
      for (name, kind, known) in candidates {
        if let known {
          guard let status = try folder[name].statusIfThere() else { findings.append(.gone); continue }
          if known.isUnchanged(status) { findings.append(.unchanged); continue }
        }
        findings.append(try read(name, kind, in: folder, at: path).map { .read($0) } ?? .gone)
      }
      return findings
    }
  }

  /// Reads an entry: one look at the open file, one at the names of its attributes, and one at each that it has of those
  /// that a list shows.
  ///
  /// - Returns: nil when the entry is gone. An entry that cannot be opened has no attributes, and is marked as sealed.
  private func read(
    _ name: FileName, _ kind: FileKind, in folder: Folder, at path: DocumentPath
  ) throws(DiskError) -> DocumentEntry? {
    do throws(DiskError) {
      if kind == .file || kind == .folder {
        let opened = try folder[name].open(kind)
        var found = entry(path, name, try opened.status())
        try readAttributes(of: opened, into: &found)
        return found
      }
      return try folder[name].statusIfThere().map { entry(path, name, $0) }
    } catch  where error.isGone {
      // Another entry may have the name by now; the next listing reads it.
      return nil
    } catch {
      guard let status = try folder[name].statusIfThere() else { return nil }
      var found = entry(path, name, status)
      found.isSealed = true
      return found
    }
  }

  private func readAttributes(of opened: OpenFile, into entry: inout DocumentEntry) throws(DiskError) {
    var used: FileTime?
    for name in try opened.attributes() {
      if name == ItemAttribute.lastUsed, entry.isLink {
        used = try opened.attribute(name).flatMap { ItemAttribute.decodeTime($0) }
      }
      guard let most = Self.most[name] else { continue }
      // Only other apps write attributes that are too long to be read at once.
      if !Identity.isOwn(name), try opened.attributeSize(name) ?? 0 > most { continue }
      guard let value = try opened.attribute(name) else { continue }
      switch name {
      case Identity.attribute:
        let identity = Identity(value)
        (entry.identity.item, entry.version) = (identity?.id, identity?.version)
      case ItemAttribute.arrival: entry.arrival = ArrivalRecord(value)
      case ItemAttribute.conflict: entry.conflict = ItemID(value)
      case TrashInfo.attribute: entry.thrownAway = TrashInfo(value)
      case ItemAttribute.favouriteRank:
        // A rank of 0 is none: <https://developer.apple.com/documentation/fileprovider/nsfileproviderfavoriterankunranked>.
        let rank = ItemAttribute.decodeNumber(value).map { UInt64(bitPattern: $0) }
        entry.favouriteRank = rank == 0 ? nil : rank
      case ItemAttribute.tags: entry.tags = DocumentTag.decode(value) ?? []
      case ItemAttribute.wantedCopy: entry.isWantedCopy = true
      case Provenance.titleAttribute: entry.title = Provenance.title(value, of: entry.name)
      case Provenance.commentAttribute: entry.comment = Provenance.comment(value)
      case ItemAttribute.missingFolder: entry.missingFolder = DocumentPath(bytes: value)
      default: entry.source = Provenance.site(value)
      }
    }
    // Files lists among its recents what came in, so that counts as used then.
    entry.isOpened = used.map { $0.seconds != entry.added?.seconds } ?? false
  }

  /// The attributes that a list shows, with how many bytes of each are read. Addresses have some kilobytes at most.
  private static let most = [
    Identity.attribute: 0, ItemAttribute.arrival: 0, ItemAttribute.conflict: 0, TrashInfo.attribute: 0,
    ItemAttribute.missingFolder: 0, ItemAttribute.wantedCopy: 0, ItemAttribute.favouriteRank: 0,
    Provenance.commentAttribute: 8 << 10,
    Provenance.titleAttribute: 8 << 10,
    ItemAttribute.tags: ItemAttribute.mostTags,
    Provenance.attribute: 64 << 10,
  ]

  private func entry(_ folder: DocumentPath, _ name: FileName, _ status: FileStatus) -> DocumentEntry {
    let folded = name.folded
    var entry = DocumentEntry(
      folder: folder, kind: status.kind, isPackage: status.kind == .folder && isPackage(name), name: name,
      size: 0, identity: SeenIdentity(file: status.file), modified: status.modified,
      changed: status.changed, folded: folded == name.bytes ? nil : Array(folded))
    entry.date(status)
    return entry
  }
}
