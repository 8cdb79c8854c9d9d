import Foundation

/// Property lists: the attributes that Finder reads, saved links, and archives that senders hand over.
///
/// Any program may have written one, and AirDrop and shares keep it. A list whose arrays name one another ten times at each
/// of nine levels has 300 bytes and a thousand million values, and one of a thousand levels ends the process that builds it. So
/// only this file reads property lists: the shape that is asked for and nothing else, from at most ``longest``.
public enum PropertyList {
  /// Longer ones are not read. In bytes; what the system and Finder write has some hundred.
  public static let longest = 64 << 10
  /// How many arrays and dictionaries a list of text may have. One of as many levels takes some 100 KB of the stack.
  private static let mostGroups = 64

  /// The bytes of a string or a list of strings.
  static func encode(_ value: Any) -> [UInt8] {
    // Foundation for Linux, linked statically as in the sweeps, writes no array of Swift's.
    let list: Any = (value as? [String]).map { $0 as NSArray } ?? value
    // These always have a property list.
    return Array(
      (try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)) ?? Data())
  }

  /// Reads a value of a shape. nil when these bytes are no list of that shape.
  ///
  /// The shape limits what is read: a value that is in the list once may be named in it thousands of times.
  /// - Parameter most: how many bytes of a binary list are read, for a shape of few values of which one is long.
  public static func decode<Shape: Decodable>(
    _ shape: Shape.Type, from bytes: some BidirectionalCollection<UInt8>, atMost most: Int = longest
  ) -> Shape? {
    guard isList(bytes), bytes.count <= most, isText(bytes) ? isShallow(bytes) : hasFewObjects(bytes) else {
      return nil
    }
    // Any app may have written it. What is malformed, or of another shape, is as if it were not there.
    return try? PropertyListDecoder().decode(shape, from: Data(bytes))
  }

  /// The string that a list is; nil when it is none.
  static func string(_ bytes: [UInt8]) -> String? { decode(String.self, from: bytes) }

  /// The strings that a list consists of; nil when it is none of strings alone, or when together they are longer than a list
  /// may be.
  public static func strings(_ bytes: some BidirectionalCollection<UInt8>) -> [String]? {
    decode(Strings.self, from: bytes)?.values
  }

  /// Tells whether bytes begin as a property list, binary or of text.
  public static func isList(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    bytes.starts(with: "bplist".utf8) || isText(bytes)
  }

  private static func isText(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    let start = bytes.prefix(256).drop { $0 <= UInt8(ascii: " ") || [0xEF, 0xBB, 0xBF].contains($0) }
    return ["<?xml", "<!DOCTYPE plist", "<plist"].contains { start.starts(with: $0.utf8) }
  }

  /// Tells whether a binary list is short, or has few objects, because a reader notes the place of each.
  ///
  /// A list ends with the number of its objects, the number of the first, and where their places are, in eight bytes each:
  /// CFBinaryPList.c of CoreFoundation.
  private static func hasFewObjects(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    if bytes.count <= longest { return true }
    return bytes.suffix(24).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } <= KeyedArchive.most
  }

  /// Tells whether a list of text is short and has few groups. It must be UTF-8, because in another encoding they cannot be counted.
  private static func isShallow(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    if bytes.count > longest { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    let declaration = text.prefix(256).lowercased()
    if text.utf8.contains(0) || declaration.contains("encoding") && !declaration.contains("utf-8") {
      return false
    }
    return ["<array", "<dict"].reduce(0) { $0 + text.components(separatedBy: $1).count - 1 } <= mostGroups
  }

  /// Strings that take no more memory than the longest list.
  private struct Strings: Decodable {
    var values: [String] = []

    init(from decoder: any Swift.Decoder) throws {
      var list = try decoder.unkeyedContainer()
      var room = longest
      while !list.isAtEnd {
        values.append(try list.decode(String.self))
        try room.take(values.last?.utf8.count ?? 0)
      }
    }
  }
}

/// The objects of a keyed archive, in their order, as far as the app looks at them. Nothing is unarchived: an archive is a
/// property list itself, which names the classes of what is in it.
public struct KeyedArchive: Decodable {
  /// One object.
  public enum Object: Sendable {
    /// A string.
    case text(String)
    /// Bytes.
    case data(Data)
    /// Values by their names.
    case fields(Fields)
    /// Anything else.
    case other

    /// The string that it is.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The bytes that it is, or holds.
    public var data: Data? {
      switch self {
      case .data(let data): data
      case .fields(let fields): fields.data
      case .text, .other: nil
      }
    }
  }

  /// What is read of the values of an object.
  public struct Fields: Sendable {
    /// Of a class: how it is called.
    var className: String?
    /// Bytes that are an object.
    var data: Data?
    /// A number that it holds.
    var number: Int?
    /// Tells whether it is a dictionary of other objects.
    var hasKeys = false
  }

  /// The objects. The first stands for none.
  public let objects: [Object]

  /// The classes of the objects.
  public var classes: Set<String> {
    Set(objects.compactMap { if case .fields(let fields) = $0 { fields.className } else { nil } })
  }

  /// How many objects are read. The archives of an address, a picture or some tags have fewer than a hundred.
  fileprivate static let most = 4_096
  /// How many bytes of them. A screenshot of the largest iPad has some 12 MB.
  private static let mostBytes = 16 << 20

  /// Reads a list that says that it is one.
  public init(from decoder: any Swift.Decoder) throws {
    let top = try decoder.container(keyedBy: Name.self)
    var list = try top.nestedUnkeyedContainer(forKey: "$objects")
    var (found, room): ([Object], Int) = ([], Self.mostBytes)
    while !list.isAtEnd {
      guard found.count < Self.most else { throw PropertyListTooLarge() }
      found.append(try Self.object(&list, &room))
    }
    objects = found
  }

  private static func object(
    _ list: inout any UnkeyedDecodingContainer, _ room: inout Int
  ) throws -> Object {
    // Each of these leaves the list as it was when the object is another.
    if let text = try? list.decode(String.self) {
      try room.take(text.utf8.count)
      return .text(text)
    }
    if let data = try? list.decode(Data.self) {
      try room.take(data.count)
      return .data(data)
    }
    guard let values = try? list.nestedContainer(keyedBy: Name.self) else {
      _ = try list.decode(Anything.self)
      return .other
    }
    var fields = Fields()
    // A value of another kind is not looked at.
    fields.className = try? values.decode(String.self, forKey: "$classname")
    fields.data = try? values.decode(Data.self, forKey: "NS.data")
    fields.hasKeys = values.contains("NS.keys")
    let names = values.allKeys
    fields.number =
      names.lazy.filter { !$0.stringValue.hasPrefix("$") }
      .compactMap { try? values.decode(Int.self, forKey: $0) }.first
    // An object of many values may be named many times, too.
    try room.take((fields.className?.utf8.count ?? 0) + (fields.data?.count ?? 0) + names.count * 1_024)
    return .fields(fields)
  }

  private struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringLiteral value: String) { stringValue = value }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Anything: Decodable { init(from decoder: any Swift.Decoder) {} }
}

/// A property list names more than it holds.
private struct PropertyListTooLarge: Error {}

extension Int {
  /// Takes a part of a limit.
  fileprivate mutating func take(_ part: Int) throws {
    self -= part
    if self < 0 { throw PropertyListTooLarge() }
  }
}
