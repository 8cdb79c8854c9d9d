/// The names in a folder that were not visited yet, in one block of memory. As separate values 200,000 of
/// them would take 20 MB, the whole memory of an extension.
struct FolderNames {
  private var bytes: [UInt8] = []
  private var lengths: [UInt16] = []
  private var kinds: [FileKind?] = []

  /// None: of a folder that is gone or cannot be read.
  init() {}

  init(of folder: Folder) throws(DiskError) {
    var listed = (bytes: [UInt8](), lengths: [UInt16](), kinds: [FileKind?]())
    try folder.list { name, kind in
      listed.bytes += name.bytes
      // A name has 255 bytes at most: NAME_MAX.
      listed.lengths.append(UInt16(name.bytes.count))
      listed.kinds.append(kind)
      return true
    }
    (bytes, lengths, kinds) = listed
  }

  /// How many are left.
  var count: Int { lengths.count }

  /// The next name and its kind, or nil after the last. Names that were removed meanwhile are skipped.
  mutating func next(in folder: Folder) throws(DiskError) -> (name: FileName, kind: FileKind)? {
    while let length = lengths.popLast(), let known = kinds.popLast() {
      let name = FileName(bytes: bytes.suffix(Int(length)))
      bytes.removeLast(Int(length))
      if let known { return (name, known) }
      do throws(DiskError) {
        return (name, try folder.status(name).kind)
      } catch  where error.code == .notFound {
        continue
      }
    }
    return nil
  }
}
