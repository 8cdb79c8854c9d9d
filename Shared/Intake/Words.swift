import Foundation
import Shared
import UniformTypeIdentifiers

/// Text as a document, or as the name of one.
enum Words {
  /// A text as senders hand it over: plain, with attributes, as bytes, or an address.
  ///
  /// - Parameter type: what the sender registered it as, which says how the bytes are encoded.
  static func text(of item: (any NSSecureCoding)?, _ type: String) -> String? {
    switch item {
    case let text as NSString: text as String
    case let text as NSAttributedString: text.string
    case let data as NSData:
      String(data: data as Data, encoding: UTType(type).map(isWide) == true ? .utf16 : .utf8)
    case let url as NSURL: (url as URL).isFileURL ? nil : (url as URL).absoluteString
    default: nil
    }
  }

  private static func isWide(_ type: UTType) -> Bool {
    type.conforms(to: .utf16PlainText) || type.conforms(to: .utf16ExternalPlainText)
  }

  /// So much of a text says what it is; more does not fit a line of Files.
  private static let longest = 60

  /// The name of text that has none: its first words, else its title, else the host of the address that it is.
  static func name(of text: String, title: String?) -> DocumentName {
    let stems = [stem(firstWords(text)), stem(title ?? ""), host(in: text)]
    return DocumentName((stems.first { !$0.isEmpty } ?? DocumentName("").text) + ".txt")
  }

  /// A line of text as the stem of a name: no address is part of one, and none is hidden.
  static func stem(_ text: String) -> String {
    let stem = DocumentName.trimmed(withoutAddresses(withoutEntities(firstLine(text))))
    return String(stem.drop { $0 == "." || $0.isWhitespace })
  }

  /// The first line that has anything in it.
  static func firstLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty } ?? ""
  }

  /// As much of the first line that is not only an address as says what follows.
  static func firstWords(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).prefix(mostLines)
      .map { withoutMarks(withoutAddresses(String($0.prefix(longestLine)))) }.filter { !$0.isEmpty }
    let line = lines.first { $0.contains { $0.isLetter || $0.isNumber } } ?? lines.first ?? ""
    if line.count <= longest { return line }
    let cut = line.prefix(longest)
    // At a word, if there is one.
    let end = cut.lastIndex(where: \.isWhitespace) ?? cut.endIndex
    return cut[..<end].trimmingCharacters(in: .whitespaces)
  }

  /// A line without what stands for an object in it, and without the marks of a heading, a list or a quotation before it.
  private static func withoutMarks(_ line: String) -> String {
    let text = line.filter { $0 != "\u{FFFC}" && $0 != "\u{FEFF}" }.trimmingCharacters(in: .whitespaces)
    return String(text.replacing(/^((#{1,6}|>+|[-*+•]|\[[ xX]\])[ \t]+)+/, with: ""))
      .trimmingCharacters(in: .whitespaces)
  }

  /// A name as mail and the web write it, decoded: in quotation marks, as words of UTF-8 by RFC 2047 (its form B, in which
  /// mail writes names), or with the bytes of an address.
  static func decoded(_ name: String) -> String {
    var name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    for (opening, closing) in [("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»")]
    where name.count > 2 && name.hasPrefix(opening) && name.hasSuffix(closing) {
      name = String(name.dropFirst().dropLast())
    }
    name = name.replacing(/=\?utf-8\?b\?([A-Za-z0-9+\/=]+)\?=/.ignoresCase()) { word in
      Data(base64Encoded: String(word.output.1)).flatMap { String(data: $0, encoding: .utf8) }
        ?? String(word.output.0)
    }
    // What is no UTF-8 is no such name, and "100% cotton" is none.
    guard !name.contains(where: \.isWhitespace), name.contains(/%[0-9A-Fa-f]{2}/),
      let plain = name.removingPercentEncoding
    else { return name }
    return plain
  }

  private static let entities = [
    "nbsp": " ", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&", "ndash": "–", "mdash": "—",
    "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«",
    "raquo": "»", "szlig": "ß", "euro": "€", "copy": "©", "reg": "®", "trade": "™", "bull": "•",
    "middot": "·",
  ]
  /// The marks in the names of letters, as characters that combine with the letter.
  private static let marks = [
    "uml": "\u{308}", "acute": "\u{301}", "grave": "\u{300}", "circ": "\u{302}", "tilde": "\u{303}",
    "ring": "\u{30A}", "cedil": "\u{327}",
  ]

  /// A text without the names that HTML has for characters: <https://html.spec.whatwg.org/multipage/named-characters.html>.
  static func withoutEntities(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing(/&(?:#(\d+)|#[xX]([0-9A-Fa-f]+)|(\w+));/) { found in
      let (whole, decimal, hexadecimal, name) = found.output
      let number = decimal.flatMap { UInt32($0) } ?? hexadecimal.flatMap { UInt32($0, radix: 16) }
      if let character = number.flatMap(Unicode.Scalar.init) { return String(character) }
      guard let name = name.map(String.init) else { return String(whole) }
      if let plain = entities[name] { return plain }
      let mark = name.first?.isLetter == true ? marks[String(name.dropFirst())] : nil
      return mark.map { (String(name.prefix(1)) + $0).precomposedStringWithCanonicalMapping } ?? String(whole)
    }
  }

  /// Words that come later than this do not say what a text is. It bounds the work on texts of many megabytes.
  private static let mostLines = 20
  /// Addresses with all their parameters are shorter.
  private static let longestLine = 4_000

  /// A text without the addresses in it, and without what led up to them.
  static func withoutAddresses(_ text: String) -> String {
    guard text.contains("://") else { return text }
    let rest = text.replacing(/[a-z][a-z0-9+.-]*:\/\/\S*/.ignoresCase(), with: "")
    let words = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.trimmingCharacters(in: CharacterSet(charactersIn: " :|<>()[]-–—,;"))
  }

  private static func host(in text: String) -> String {
    let address = text.firstMatch(of: /https?:\/\/\S+/.ignoresCase())?.output
    return address.flatMap { URL(string: String($0))?.host() } ?? ""
  }

  /// The title that a text gives to an address with which it was shared: one line that has words, and no other address.
  /// Without an address any such line is a title.
  static func title(in text: String, of address: String?) -> String? {
    guard isTitle(text) else { return nil }
    let rest = address.map { text.replacing($0, with: "") } ?? text
    guard !rest.contains(/https?:\/\//.ignoresCase()) else { return nil }
    let title = withoutAddresses(text).trimmingCharacters(in: .whitespacesAndNewlines)
    return title.isEmpty ? nil : title
  }

  /// Whether a text repeats the title.
  static func isSaid(_ text: String, by other: String?) -> Bool {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty || isSame(text, other) { return true }
    // A title with the name of the site behind it, and one without.
    guard let other, isTitle(text), isTitle(other) else { return false }
    return other.contains(text)
  }

  /// Whether two texts are one, or one address.
  static func isSame(_ text: String, _ other: String?) -> Bool {
    let ends = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "/"))
    return text.trimmingCharacters(in: ends) == other?.trimmingCharacters(in: ends)
  }

  /// Texts that are saved as one: without those that another of them holds.
  static func together(_ texts: [String]) -> [String] {
    var kept: [String] = []
    for text in texts {
      let core = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if core.isEmpty || kept.contains(where: { $0.contains(core) }) { continue }
      kept.removeAll { core.contains($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      kept.append(text)
    }
    return kept
  }

  /// Each text on lines of its own. A single one stays as it is.
  static func joined(_ texts: [String]) -> String {
    texts.dropFirst().reduce(texts.first ?? "") { $0 + ($0.last?.isNewline == true ? "" : "\n") + $1 }
  }

  /// The words of rich text, as far as a name needs them; nothing when it cannot be told.
  ///
  /// For a name only: no markup is interpreted beyond being left out.
  static func inside(_ head: [UInt8]) -> String {
    let text = String(decoding: head, as: UTF8.self)
    if text.hasPrefix("{\\rtf") { return withoutControls(text) }
    if let title = text.firstMatch(of: /<title[^>]*>([^<]+)/.ignoresCase())?.output.1 {
      return firstWords(plain(String(title)))
    }
    return firstWords(plain(text.replacing(/<(style|script|head)\b.*?<\/\1>/.dotMatchesNewlines(), with: "")))
  }

  /// HTML without its tags.
  private static func plain(_ html: String) -> String {
    let breaks = html.replacing(/<(br|\/p|\/div|\/h[1-6]|\/li|\/tr)\b[^>]*>/.ignoresCase(), with: "\n")
    return withoutEntities(breaks.replacing(/<[^>]*(>|$)/, with: ""))
  }

  /// RTF without its tables and control words; of anything but ASCII in it nothing can be told so simply.
  private static func withoutControls(_ rtf: String) -> String {
    guard !rtf.contains(/\\'|\\u\d/) else { return "" }
    let body = rtf.replacing(/\{\\(\*|fonttbl|colortbl|stylesheet|info)([^{}]|\{[^{}]*\})*\}/, with: "")
    let lines = body.replacing(/\\(par|line)\b ?/, with: "\n").replacing(/\\[a-z]+-?\d* ?|[{}]/, with: "")
    return firstWords(lines)
  }

  /// Whether a text is one line, and no longer than titles are.
  static func isTitle(_ text: String) -> Bool {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return !trimmed.contains(where: \.isNewline) && trimmed.count <= longestTitle
  }

  /// Search engines cut titles at a third of this; a selection is seldom shorter and on one line.
  private static let longestTitle = 200
}
