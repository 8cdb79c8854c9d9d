import Foundation

/// What became of the name of an item that was missed.
enum Claim: Int64 {
  /// Nothing stands there.
  case open = 0
  /// Something unknown stands there: perhaps the item itself, saved anew.
  case contested = 1
  /// Another item stands there.
  case lost = 2
}

/// An item as the store keeps it.
struct Row {
  var id: ItemID
  /// By which rows refer to each other; never given twice, unlike the numbers of files. -1 as long as there is none.
  var number: Int64 = -1
  /// The number of the folder it lies in; -1 for the two rooms.
  var parent: Int64
  var name: FileName
  var isTrashed = false
  /// 0, or the count of marks when it was missed: then it holds no place, and is not decided upon.
  var missing: Int64 = 0
  /// What became of its name, if it was missed.
  var claim = Claim.open
  var kind: FileKind
  var file: FileID
  /// Matched by its path alone, because another item is this file, too.
  var isByPath = false
  var size: Int64 = 0
  var modified = FileTime(seconds: 0)
  var changed = FileTime(seconds: 0)
  var created: FileTime?
  var mode: UInt16 = 0
  /// How many names the file has.
  var links: UInt32 = 1
  var tags: [UInt8]?
  var favouriteRank: Int64?
  var lastUsed: FileTime?
  var target: FileName?
  var attributes: [String: [UInt8]] = [:]
  /// As the document carries it.
  var contentVersion: Int64 = 0
  /// Drawn anew for every change, so that none of another catalogue is the same.
  var metadataVersion: Int64 = 0
  /// As the document carries it.
  var origin = Identity.Origin.none
  /// Its last change.
  var sequence: Int64 = 0
  /// The change that the system knows of by a call of its own.
  var told: Int64 = 0
  /// Of a folder's listing, as long as everything in it is known.
  var digest: Digest?
  /// The times of a folder at its last complete visit, as long as everything in it is known.
  var visited: FolderTimes?
  /// How many changes were committed in a folder.
  var generation: Int64 = 0
  /// Whether a folder was ever listed to its end.
  var isListed = false

  /// Documents itself.
  static let root = Row(
    id: .root, number: 0, parent: -1, name: FileName(Container.Room.documents.rawValue), kind: .folder,
    file: FileID(inode: 0, generation: 0), isByPath: true)
  /// Recently deleted. Like the root it is found by its path alone.
  static let trash = Row(
    id: .trash, number: 1, parent: -1, name: FileName(Container.Room.trash.rawValue), isTrashed: true,
    kind: .folder, file: FileID(inode: 0, generation: 0), isByPath: true)

  /// Whether another item bears its name: listed together, both would. When it is met again, or decided
  /// upon, it is told of.
  var isHidden: Bool { missing > 0 && claim == .lost }

  /// Whether it is one of the two rooms.
  var isRoom: Bool { parent < 0 }

  /// Equal for names that a person cannot tell apart, and for few others.
  static func fold(_ name: FileName) -> Int64 {
    var digester = Digester()
    if name.bytes.allSatisfy({ $0 < 0x80 }) {
      // What ``key(of:)`` makes of most names, without a detour through text.
      digester.add(name.bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
    } else {
      digester.add(key(of: name).precomposedStringWithCanonicalMapping.utf8)
    }
    return Int64(bitPattern: digester.finish().low)
  }

  /// The same for names that a person cannot tell apart, and only for them.
  static func key(of name: FileName) -> String {
    name.text.map(DocumentName.key) ?? DocumentName(name).key
  }
}

extension Row {
  static let columns = """
    number, token, parent, name, room, missing, claim, kind, inode, life, by_path, \
    size, modified, modified_ns, changed, changed_ns, born, born_ns, mode, \
    tags, favourite, used, used_ns, target, content, metadata, sequence, digest, generation, listed, attributes, links, \
    origin, told, visited
    """

  static let insertion = Query(
    """
    INSERT INTO item (\(columns), fold) \
    VALUES (\(Array(repeating: "?", count: 36).joined(separator: ", ")))
    """)

  /// What a folder counts and what was found in it changes by itself, never with the rest.
  static let update = Query(
    """
    UPDATE item SET parent = ?3, name = ?4, room = ?5, missing = ?6, claim = ?7, kind = ?8, inode = ?9, \
    life = ?10, by_path = ?11, size = ?12, modified = ?13, modified_ns = ?14, changed = ?15, \
    changed_ns = ?16, born = ?17, born_ns = ?18, mode = ?19, tags = ?20, favourite = ?21, used = ?22, \
    used_ns = ?23, target = ?24, content = ?25, metadata = ?26, sequence = ?27, \
    attributes = ?31, links = ?32, origin = ?33, told = ?34, fold = ?36 \
    WHERE number = ?1
    """)

  var values: [Value] {
    [
      // SQLite gives the number of what has none yet.
      number < 0 ? .null : .integer(number), .bytes(id.bytes), .integer(parent), Value(name),
      Value(isTrashed), .integer(missing),
      .integer(claim.rawValue), .integer(kind.number),
      .integer(Int64(bitPattern: file.inode)), .integer(Int64(bitPattern: file.generation)), Value(isByPath),
      .integer(size), .integer(modified.seconds), .integer(modified.nanoseconds),
      .integer(changed.seconds), .integer(changed.nanoseconds),
      Value(created?.seconds), Value(created?.nanoseconds), .integer(Int64(mode)),
      Value(tags), Value(favouriteRank), Value(lastUsed?.seconds), Value(lastUsed?.nanoseconds),
      Value(target.map { Array($0.bytes) }),
      .integer(contentVersion), .integer(metadataVersion), .integer(sequence), Value(digest?.bytes),
      .integer(generation), Value(isListed), Value(ItemAttribute.encode(attributes)), .integer(Int64(links)),
      origin == .none ? .null : .bytes(origin.bytes), .integer(told), Value(visited?.bytes),
      .integer(Self.fold(name)),
    ]
  }

  /// Reads a row of ``columns``.
  init(_ statement: Statement) throws(CatalogueError) {
    guard let id = statement.id(1), let kind = FileKind(number: statement.integer(7)) else {
      throw .store(
        StoreFailure(kind: .damaged, code: 0, sentence: "A row holds what was never written"))
    }
    self.init(
      id: id, number: statement.integer(0), parent: statement.integer(2), name: statement.name(3),
      isTrashed: statement.integer(4) != 0, missing: statement.integer(5),
      claim: Claim(rawValue: statement.integer(6)) ?? .open, kind: kind, file: statement.file(8),
      isByPath: statement.integer(10) != 0, size: statement.integer(11), modified: statement.time(12),
      changed: statement.time(14), created: statement.optionalTime(16),
      mode: UInt16(truncatingIfNeeded: statement.integer(18)),
      links: UInt32(truncatingIfNeeded: statement.integer(31)), tags: statement.optionalBytes(19),
      favouriteRank: statement.optionalInteger(20), lastUsed: statement.optionalTime(21),
      target: statement.optionalBytes(23).map { FileName(bytes: $0) },
      attributes: statement.optionalBytes(30).map(ItemAttribute.decodeAttributes) ?? [:],
      contentVersion: statement.integer(24), metadataVersion: statement.integer(25),
      origin: statement.optionalBytes(32).flatMap { Identity.Origin($0) } ?? .none,
      sequence: statement.integer(26), told: statement.integer(33),
      digest: statement.optionalBytes(27).flatMap(Digest.init),
      visited: statement.optionalBytes(34).map(FolderTimes.init),
      generation: statement.integer(28), isListed: statement.integer(29) != 0)
  }
}

extension FileKind {
  /// How the store writes it. The index of folders knows that a folder is 1.
  var number: Int64 {
    switch self {
    case .file: 0
    case .folder: 1
    case .link: 2
    case .special: 3
    }
  }

  init?(number: Int64) {
    switch number {
    case 0: self = .file
    case 1: self = .folder
    case 2: self = .link
    default: return nil
    }
  }
}

extension Statement {
  func file(_ column: Int32) -> FileID {
    FileID(
      inode: UInt64(bitPattern: integer(column)), generation: UInt64(bitPattern: integer(column + 1)))
  }

  func id(_ column: Int32) -> ItemID? { ItemID(bytes(column)) }

  func time(_ column: Int32) -> FileTime {
    FileTime(seconds: integer(column), nanoseconds: integer(column + 1))
  }

  func optionalTime(_ column: Int32) -> FileTime? { optionalInteger(column).map { _ in time(column) } }
}
