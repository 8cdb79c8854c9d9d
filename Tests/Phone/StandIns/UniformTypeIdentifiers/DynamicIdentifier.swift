import Foundation

/// The identifier of a type without a declaration: it says what the type is known by.
///
/// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/isdynamic>
struct DynamicIdentifier {
  static let prefix = "dyn."
  private static let digits = Array("abcdefghkmnpqrstuvwxyz0123456789")
  /// What is written as one digit.
  private static let shortened = [
    "0": "UTTypeConformsTo", "1": "public.filename-extension", "3": "public.mime-type", "6": "public.data",
    "7": "public.text", "8": "public.plain-text", "B": "public.image", "C": "public.video",
    "D": "public.audio", "E": "public.directory", "F": "public.folder",
  ]

  let text: String
  let tag: String
  let tagClass: UTTagClass
  let supertype: String?

  init(tag: String, tagClass: UTTagClass, supertype: String?) {
    self.tag = tag
    self.tagClass = tagClass
    self.supertype = supertype
    let above = supertype.map { "0=\(Self.short($0)):" } ?? ""
    text = Self.prefix + "a" + Self.encode("?\(above)\(Self.short(tagClass.rawValue))=\(tag)")
  }

  /// Nil for anything else than the identifier of a type with one tag.
  init?(_ identifier: String) {
    guard identifier.hasPrefix(Self.prefix + "a"),
      var rest = Self.decode(identifier.dropFirst(Self.prefix.count + 1))?[...], rest.first == "?"
    else { return nil }
    rest.removeFirst()
    var above: String?
    if rest.hasPrefix("0="), let end = rest.firstIndex(of: ":") {
      above = Self.long(rest[..<end].dropFirst(2))
      rest = rest[end...].dropFirst()
    }
    guard let sign = rest.firstIndex(of: "=") else { return nil }
    text = identifier
    tag = String(rest[sign...].dropFirst())
    tagClass = UTTagClass(rawValue: Self.long(rest[..<sign]))
    supertype = above
  }

  var declaration: Declaration {
    Declaration(
      text, supertype.map { [$0] } ?? [], tagClass == .filenameExtension ? [tag] : [],
      tagClass == .mimeType ? [tag] : [])
  }

  private static func short(_ text: String) -> String {
    shortened.first { $0.value == text }?.key ?? text
  }

  private static func long(_ text: Substring) -> String { shortened[String(text)] ?? String(text) }

  private static func encode(_ text: String) -> String {
    var encoded = ""
    var (bits, count) = (0, 0)
    for byte in text.utf8 {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 5 {
        count -= 5
        encoded.append(digits[bits >> count & 31])
      }
      bits &= 31
    }
    if count > 0 { encoded.append(digits[bits << (5 - count) & 31]) }
    return encoded
  }

  private static func decode(_ encoded: Substring) -> String? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in encoded {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      bits = bits << 5 | digit
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
      bits &= 255
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
