extension DocumentTable {
  /// What the disk says of a document or folder.
  struct Facts {
    var kind = FileKind.folder
    var isPackage = false
    /// Whether it could not be opened, so that its attributes are unknown. The next look reads it again.
    var isSealed = false
    var size: Int64 = 0
    var modified = PackedTime.none
    var changed = PackedTime.none
    var created = PackedTime.none
    var added = PackedTime.none
    var inode: UInt64 = 0
    var item = ItemID.none

    /// Takes over the dates and the size of a file.
    mutating func date(_ status: FileStatus) {
      (modified, changed) = (PackedTime(status.modified), PackedTime(status.changed))
      size = status.kind == .folder ? 0 : status.size
    }

    /// Whether a file is as it was when it was read.
    func isUnchanged(_ status: FileStatus) -> Bool {
      !isSealed && kind == status.kind && inode == status.inode && (kind == .folder || size == status.size)
        && modified == PackedTime(status.modified) && changed == PackedTime(status.changed)
    }
  }
}
