import Foundation

/// A time as a file system stores it: seconds since 1970 and nanoseconds within the second.
public struct FileTime: Hashable, Comparable, Sendable {
  /// Whole seconds since 1970, which may be negative.
  public var seconds: Int64
  /// Nanoseconds within the second, 0 to 999,999,999.
  public var nanoseconds: Int64

  /// A moment of seconds and nanoseconds.
  public init(seconds: Int64, nanoseconds: Int64 = 0) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  /// The earlier of two moments.
  public static func < (one: FileTime, other: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}

/// The kind of an entry.
public enum FileKind: String, Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder; a package is one too.
  case folder
  /// A symbolic link, which is never followed.
  case link
  /// A FIFO, a socket or a device.
  case special
}

/// The status of one file, read by one call.
public struct FileStatus: Hashable, Sendable {
  /// Its kind.
  public var kind: FileKind
  /// Size in bytes.
  public var size: Int64
  /// When the contents last changed, or what a process set it to.
  public var modified: FileTime
  /// When anything about the file last changed. No process can set it.
  public var changed: FileTime
  /// When the file was made, where the file system keeps it.
  public var created: FileTime?
  /// Permission bits.
  public var mode: UInt16
  /// How many names the file has: link(2).
  public var linkCount: UInt64
  /// Which file it is.
  public var file: FileID
  /// The volume, as long as it stays mounted.
  public var device: UInt64
}

/// The modification and the change time of a folder, only to be compared. Every change of a name in the folder changes
/// both: open(2), rename(2) and unlink(2).
struct FolderTimes: Hashable, Sendable {
  /// Both times, as the catalogue keeps them.
  let bytes: [UInt8]

  /// The present times of a folder.
  init(_ status: FileStatus) {
    bytes = ItemAttribute.encode(status.modified) + ItemAttribute.encode(status.changed)
  }

  /// Reads the bytes of the catalogue.
  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The identity of a file on its volume, which no later file has.
///
/// On APFS it is the inode number. Linux gives these numbers again, so there it is a digest of the number and of what
/// distinguishes its files: the file system's generation, or the time of birth.
public struct FileID: Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let number: UInt64

  /// An identity of this number.
  public init(_ number: UInt64) { self.number = number }

  /// The number in hexadecimal, as the initializer with a text reads it back.
  public var description: String { String(number, radix: 16) }

  /// Reads what ``description`` wrote; nil for anything else.
  public init?(_ text: some StringProtocol) {
    guard let number = UInt64(text, radix: 16) else { return nil }
    self.init(number)
  }
}

extension FileTime {
  /// Now, by the clock that the user sets.
  public static var now: FileTime { FileTime(.now) }

  /// The moment of a date, to the part of a second that a date keeps.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    let whole = seconds.rounded(.down)
    self.init(seconds: Int64(whole), nanoseconds: Int64((seconds - whole) * 1e9))
  }

  /// The whole milliseconds since 1970.
  var milliseconds: Int64 { seconds &* 1_000 &+ nanoseconds / 1_000_000 }

  /// A moment later than this one, or earlier.
  public func adding(microseconds: Int) -> FileTime {
    let second: Int64 = 1_000_000_000
    let nanoseconds = nanoseconds + Int64(microseconds) * 1_000
    let rest = nanoseconds % second
    return FileTime(
      seconds: seconds + nanoseconds / second - (rest < 0 ? 1 : 0),
      nanoseconds: rest < 0 ? rest + second : rest)
  }

  /// The date of this moment.
  public var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9) }
}
