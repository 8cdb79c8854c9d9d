/// Why an archive could not be uncompressed, or made.
///
/// `Shared` reports the cause. The app turns it into a message.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The file is no ZIP archive, or its end is missing.
  case notAnArchive
  /// What the archive says of itself does not agree with what is in it.
  case damaged
  /// A password is needed.
  case encrypted
  /// A method of compression other than DEFLATE, or an archive in several files.
  case unsupported
  /// Longer than 4 GB, and not in the format for that: its numbers have no room for its sizes and places.
  case withoutZIP64
  /// More entries, deeper folders or more bytes than a document has. See `ArchiveLimits`.
  case excessive
  /// The disk refused, or the user cancelled.
  case disk(DiskError)

  /// Asks the disk something.
  static func onDisk<Answer>(_ body: () throws(DiskError) -> Answer) throws(ArchiveError) -> Answer {
    do throws(DiskError) {
      return try body()
    } catch {
      throw .disk(error)
    }
  }
}

/// How much an archive may hold. What is beyond is refused before anything is written; too many folders that no entry
/// stands for, while they are made.
enum ArchiveLimits {
  /// How many entries, and how many folders beside them. Their names and places take some 100 bytes each while they are
  /// written: 20 MB.
  static let entries = 100_000
  /// How many names a path has. Other programs open documents by path, of at most 1,024 bytes (`PATH_MAX`).
  static let depth = 64
  /// How many times its own size an entry of DEFLATE has at most: two bits can stand for 258 bytes.
  /// <https://zlib.net/zlib_tech.html>: "the limit is 1032:1".
  static let deflate: Int64 = 1_032
  /// How many times the size of the archive its contents may have, together. Text and tables have 5 to 20, logs 100.
  static let ratio: Int64 = 250
  /// Up to this many bytes any ratio is harmless: every device has room for them.
  static let harmless: Int64 = 1 << 30
  /// How much a document takes beside its contents: a block of the volume.
  static let block: Int64 = 4_096
}
