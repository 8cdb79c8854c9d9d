/// Reads of one document or folder what a ``DocumentIndex`` holds of it. It only reads.
struct EntryReader {
  let isPackage: (FileName) -> Bool

  /// Reads an entry: one look at the open file, one at the names of its attributes, and one at each that it has of those
  /// that a list shows.
  ///
  /// - Parameter kind: the kind that the listing gave.
  /// - Returns: nil when the entry is gone. An entry that cannot be opened has no attributes, and is marked as sealed.
  func read(
    _ name: FileName, _ kind: FileKind, in folder: Folder
  ) throws(DiskError) -> (DocumentTable.Facts, DocumentTable.Labels)? {
    do throws(DiskError) {
      if kind == .file || kind == .folder {
        let disk = folder.disk
        return try folder.withOpen(name, kind) { opened throws(DiskError) in
          var facts = facts(of: name, try disk.status(opened, nil))
          let labels = try attributes(of: opened, on: disk, into: &facts)
          return (facts, labels)
        }
      }
      return try folder.statusIfThere(name).map { (facts(of: name, $0), DocumentTable.Labels()) }
    } catch  where error.isGone {
      // Another entry may have the name by now; the next listing reads it.
      return nil
    } catch {
      guard let status = try folder.statusIfThere(name) else { return nil }
      var facts = facts(of: name, status)
      facts.isSealed = true
      return (facts, DocumentTable.Labels())
    }
  }

  private func attributes(
    of opened: Descriptor, on disk: Disk, into facts: inout DocumentTable.Facts
  ) throws(DiskError) -> DocumentTable.Labels {
    var labels = DocumentTable.Labels()
    for name in try disk.attributes(opened) {
      switch name {
      case Identity.attribute: facts.item = try disk.identity(opened)?.id ?? .none
      case ItemAttribute.arrival:
        facts.added = PackedTime(try disk.attribute(opened, name).flatMap { ItemAttribute.decodeTime($0) })
      case ItemAttribute.conflict:
        labels.conflict = try disk.attribute(opened, name).flatMap { ItemID($0) }
      case ItemAttribute.tags:
        guard let size = try disk.attributeSize(opened, name), size <= ItemAttribute.mostTags else {
          continue
        }
        labels.tags = try disk.attribute(opened, name).flatMap { DocumentTag.decode($0) } ?? []
      default: break
      }
    }
    return labels
  }

  private func facts(of name: FileName, _ status: FileStatus) -> DocumentTable.Facts {
    var facts = DocumentTable.Facts(
      kind: status.kind, isPackage: status.kind == .folder && isPackage(name),
      created: PackedTime(status.created), inode: status.inode)
    facts.date(status)
    return facts
  }
}
