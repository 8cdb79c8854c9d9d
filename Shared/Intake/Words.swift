import Foundation
import IntrayCore
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
    case let data as NSData: String(data: data as Data, encoding: isWide(type) ? .utf16 : .utf8)
    case let url as NSURL: (url as URL).isFileURL ? nil : (url as URL).absoluteString
    default: nil
    }
  }

  private static func isWide(_ type: String) -> Bool {
    [UTType.utf16PlainText, .utf16ExternalPlainText].contains { UTType(type)?.conforms(to: $0) == true }
  }

  /// The name of text that has none: its first words, else its title, else what the address says that it is.
  static func name(of text: String, title: String?) -> DocumentName {
    let head = head(text)
    let stems = [
      stem(firstWords(head)), stem(title ?? ""), addresses(in: head).first.map(WebLink.label) ?? "",
    ]
    return DocumentName((stems.first { !$0.isEmpty } ?? DocumentName("").text) + ".txt")
  }

  /// As much of a text as a name is made of, in bytes: no rule looks through megabytes.
  static func head(_ text: some StringProtocol) -> String {
    let end = text.utf8.index(text.startIndex, offsetBy: 4_000, limitedBy: text.endIndex) ?? text.endIndex
    return String(text[..<end])
  }

  /// A text without blanks and line ends around it.
  static func trimmed(_ text: String) -> Substring {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return text[first...last]
  }

  /// A line of text as the stem of a name, without addresses, and not hidden.
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
    let text = head(text)
    if text.hasPrefix("---"), let title = text.firstMatch(of: frontMatter)?.output.1 {
      return firstWords(String(title))
    }
    var lines = text.split(maxSplits: 20, whereSeparator: \.isNewline).prefix(20)
      .map { withoutMarks(withoutAddresses(String($0))) }.filter { !$0.isEmpty }
    // "1. Mai" alone is a date.
    if let first = lines.first, first.hasPrefix("1. "), lines.contains(where: { $0.hasPrefix("2. ") }) {
      lines[0] = String(first.dropFirst(3))
    }
    let line = lines.first { $0.contains { $0.isLetter || $0.isNumber } } ?? lines.first ?? ""
    // More does not fit a line of Files.
    let cut = line.prefix(60)
    if cut.endIndex == line.endIndex { return line }
    // At a word, if there is one.
    let end = cut.lastIndex(where: \.isWhitespace) ?? cut.endIndex
    return cut[..<end].trimmingCharacters(in: .whitespaces)
  }

  /// A line without the marks of a heading, a list or a quotation, and without what stands for an object.
  private static func withoutMarks(_ line: String) -> String {
    let text = line.filter { $0 != "\u{FFFC}" && $0 != "\u{FEFF}" }.trimmingCharacters(in: .whitespaces)
    let element = text.contains("<") ? text.firstMatch(of: tag)?.output.1 : nil
    let isMarkedUp = element.map { text.contains("</\($0)>") } ?? false
    let plain = isMarkedUp ? withoutEntities(text.replacing(anyTag, with: "")) : text
    return withoutQuotes(
      String(plain.replacing(marksOfLine, with: ""))
        .replacing(emphasis) { String($0.output.2) }
        .trimmingCharacters(in: .whitespaces))
  }

  // Each is compiled once, at its first use; no code changes one from then on, so that threads share them.
  /// What Markdown has before the text: <https://jekyllrb.com/docs/front-matter/>.
  nonisolated(unsafe) private static let frontMatter = /\ntitle:[ \t]*["']?([^\n"']+)/
  nonisolated(unsafe) private static let tag = /<(\w+)[^<>]*>/
  nonisolated(unsafe) private static let anyTag = /<[^<>]*>/
  nonisolated(unsafe) private static let marksOfLine =
    /^((#{1,6}|>+|[-–—*+•‣◦·]|\d{1,2}\)|\[[ xX]\])[ \t]+)+/
  nonisolated(unsafe) private static let emphasis = /^(\*\*|__|`)(.+)\1$/
  nonisolated(unsafe) private static let entity = /&(?:#(\d+)|#[xX]([0-9A-Fa-f]+)|(\w+));/
  /// Addresses with a host, and those of places (RFC 5870).
  nonisolated(unsafe) private static let anyAddress = /(?:[a-z][a-z0-9+.-]*:\/\/|\bgeo:(?=-?\d))\S*/
    .ignoresCase()
  nonisolated(unsafe) static let webAddress = /https?:\/\/\S+/.ignoresCase()

  /// A name as mail and the web write it, decoded: in quotation marks, as words of RFC 2047, or with the bytes of an
  /// address.
  static func decoded(_ name: String) -> String {
    var name = withoutQuotes(name.trimmingCharacters(in: .whitespacesAndNewlines))
    // Blanks between two such words belong to neither (RFC 2047, 6.2).
    name = name.replacing(/(=\?[^?\s]+\?[BbQq]\?[^?\s]*\?=)\s+(?==\?)/) { String($0.output.1) }
    name = name.replacing(/=\?([^?\s]+)\?([BbQq])\?([^?\s]*)\?=/) { word in
      let (whole, charset, form, text) = word.output
      let bytes = form.lowercased() == "b" ? Data(base64Encoded: String(text)) : Data(quoted(text))
      let encoding = encoding(named: charset)
      return bytes.flatMap { bytes in encoding.flatMap { String(data: bytes, encoding: $0) } }
        ?? String(whole)
    }
    // What is no UTF-8 is no such name, and "100% cotton" is none.
    let isEncoded = !name.contains(where: \.isWhitespace) && name.contains(/%[0-9A-Fa-f]{2}/)
    return isEncoded ? name.removingPercentEncoding ?? name : name
  }

  /// The bytes of a word in form Q: `=E4` is a byte, and `_` a blank.
  private static func quoted(_ text: Substring) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "="),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte)
      }
    }
    return bytes
  }

  private static func withoutQuotes(_ name: String) -> String {
    let pairs = [("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»"), ("‘", "’"), ("'", "'"), ("「", "」")]
    for (opening, closing) in pairs where name.hasPrefix(opening) && name.hasSuffix(closing) {
      let inner = name.dropFirst().dropLast()
      if name.count > 2, !inner.contains(opening), !inner.contains(closing) { return String(inner) }
    }
    return name
  }

  /// An encoding by its name in mail and HTML: <https://encoding.spec.whatwg.org/#names-and-labels>, of which these are
  /// in use. Latin 1 is read as Windows reads it, as that page says.
  private static func encoding(named name: some StringProtocol) -> String.Encoding? {
    switch name.lowercased() {
    case "utf-8", "utf8": .utf8
    case "utf-16", "utf-16le", "utf-16be": .utf16
    case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252": .windowsCP1252
    case "iso-8859-2", "latin2": .isoLatin2
    case "windows-1250": .windowsCP1250
    case "windows-1251": .windowsCP1251
    case "windows-1253": .windowsCP1253
    case "windows-1254", "iso-8859-9": .windowsCP1254
    case "shift_jis", "shift-jis", "sjis": .shiftJIS
    case "euc-jp": .japaneseEUC
    case "iso-2022-jp": .iso2022JP
    default: nil
    }
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
    return text.replacing(entity) { found in
      let (whole, decimal, hexadecimal, name) = found.output
      let number = decimal.flatMap { UInt32($0) } ?? hexadecimal.flatMap { UInt32($0, radix: 16) }
      if let character = number.flatMap(Unicode.Scalar.init) { return String(character) }
      guard let name = name.map(String.init) else { return String(whole) }
      if let plain = entities[name] { return plain }
      let mark = name.first?.isLetter == true ? marks[String(name.dropFirst())] : nil
      return mark.map { (String(name.prefix(1)) + $0).precomposedStringWithCanonicalMapping } ?? String(whole)
    }
  }

  /// A text without the addresses in it, and without what led up to them.
  static func withoutAddresses(_ text: String) -> String {
    guard hasAddress(text) else { return text }
    let rest = text.replacing(anyAddress, with: "")
    return withoutEnds(rest.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  static func hasAddress(_ text: String) -> Bool { text.contains("://") || text.contains("geo:") }

  /// Words without what led up to an address.
  static func withoutEnds(_ words: String) -> String {
    words.trimmingCharacters(in: CharacterSet(charactersIn: " :|<>()[]-–—,;"))
  }

  /// The addresses of the web in a text; of one that is longer than any address, none.
  static func addresses(in text: String) -> [URL] {
    guard text.utf8.count <= WebLink.longest, text.contains("://") else { return [] }
    return text.matches(of: webAddress).compactMap { WebLink.webAddress(String($0.output)) }
  }

  /// The title that a text gives to an address with which it was shared: one line that has words, and no other address.
  static func title(in text: String, of link: URL?) -> String? {
    guard isTitle(text), hasNoOther(text, than: link) else { return nil }
    let title = withoutAddresses(text).trimmingCharacters(in: .whitespacesAndNewlines)
    return title.isEmpty ? nil : title
  }

  /// Whether a title says all of a text: it is the text, or has the name of the site beside it.
  static func isSaid(_ text: String, by title: String?) -> Bool {
    if trimmed(text).isEmpty || isSame(text, title) { return true }
    guard let title, isTitle(text), isTitle(title) else { return false }
    let (text, whole) = (String(trimmed(text)), String(trimmed(title)))
    return whole.hasPrefix(text) && isSite(Array(whole.dropFirst(text.count)))
      || whole.hasSuffix(text) && isSite(whole.dropLast(text.count).reversed())
  }

  /// Whether what stands beside a title is set off from it by a sign with a blank.
  private static func isSite(_ rest: [Character]) -> Bool {
    guard let sign = rest.firstIndex(where: { !$0.isWhitespace }), "-–—|·•:»«".contains(rest[sign]) else {
      return false
    }
    return sign > 0 || rest.count > 1 && rest[1].isWhitespace
  }

  /// Whether two texts are one, or one address.
  static func isSame(_ text: String, _ other: String?) -> Bool {
    guard let other else { return false }
    if text == other || trimmed(text) == trimmed(other) { return true }
    guard let url = WebLink.webAddress(text), let otherURL = WebLink.webAddress(other) else { return false }
    return WebLink.isSame(url, otherURL)
  }

  /// Texts that are saved as one: without those that another of them holds, and without what is empty.
  static func together(_ texts: [String]) -> [String] {
    var kept: [String] = []
    var seen: Set<Substring> = []
    for text in texts.count < 2 ? [] : texts {
      let core = trimmed(text)
      if core.isEmpty || kept.contains(text) && texts.count <= 20 { continue }
      if core.utf8.count <= WebLink.longest, !seen.insert(core).inserted { continue }
      // Of many, or of long ones, only what is equal is left out.
      if texts.count <= 20, core.utf8.count <= WebLink.longest {
        if kept.contains(where: { $0.utf8.count <= WebLink.longest && $0.contains(core) }) { continue }
        kept.removeAll { core.contains(trimmed($0)) }
      }
      kept.append(text)
    }
    return texts.count < 2 ? texts.filter { $0.contains { !$0.isWhitespace } } : kept
  }

  /// Each text on lines of its own. A single one stays as it is.
  static func joined(_ texts: [String]) -> String {
    texts.dropFirst().reduce(texts.first ?? "") { $0 + ($0.last?.isNewline == true ? "" : "\n") + $1 }
  }

  /// The words of rich text, as far as a name needs them.
  static func inside(_ head: [UInt8]) -> String {
    if head.starts(with: "{\\rtf".utf8) { return withoutControls(head) }
    let text = page(head)
    if let title = text.firstMatch(of: /<title[^>]*>([^<]+)/.ignoresCase())?.output.1 {
      return firstWords(plain(String(title)))
    }
    return firstWords(plain(text.replacing(/<(style|script|head)\b.*?<\/\1>/.dotMatchesNewlines(), with: "")))
  }

  private static func plain(_ html: String) -> String {
    let breaks = html.replacing(/<(br|\/p|\/div|\/h[1-6]|\/li|\/tr)\b[^>]*>/.ignoresCase(), with: "\n")
    return withoutEntities(breaks.replacing(/<[^>]*(>|$)/, with: ""))
  }

  /// A page in its own encoding: by its mark, else UTF-8 if it is that, else as it declares, else as browsers read what
  /// declares nothing: <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>.
  private static func page(_ head: [UInt8]) -> String {
    let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    let ascii = String(decoding: head, as: UTF8.self)
    let declared = ascii.firstMatch(of: /charset\s*=\s*["']?([\w-]+)/.ignoresCase())?.output.1
    // The last character may be cut.
    let whole = isWide ? head.dropLast(head.count % 2) : head[...]
    let isUTF8 = (0..<4).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    let encoding: String.Encoding =
      isWide ? .utf16 : isUTF8 ? .utf8 : declared.flatMap { Self.encoding(named: $0) } ?? .windowsCP1252
    return encoding == .utf8 ? ascii : String(data: Data(whole), encoding: encoding) ?? ascii
  }

  /// The text of RTF, without its tables and control words. `\'xx` is a byte of the code page, `\uN` a character of UTF-16
  /// with a byte for old readers behind it: RTF specification 1.9.1, "Unicode RTF".
  private static func withoutControls(_ rtf: [UInt8]) -> String {
    let source = String(decoding: rtf, as: UTF8.self)
    let page = source.firstMatch(of: /\\ansicpg(\d+)/)?.output.1
    let encoding = page.flatMap { Self.encoding(named: "windows-\($0)") } ?? String.Encoding.windowsCP1252
    var (text, wide, bytes) = ("", [UInt16](), [UInt8]())
    func flush() {
      text += String(decoding: wide, as: UTF16.self) + (String(bytes: bytes, encoding: encoding) ?? "")
      (wide, bytes) = ([], [])
    }
    let body = source.replacing(/\{\\(\*|fonttbl|colortbl|stylesheet|info)([^{}]|\{[^{}]*\})*\}/, with: "")
    for token in body.matches(
      of: /\\u(-?\d+) ?(?:\\'..|[^\\{}])?|\\'([0-9A-Fa-f]{2})|\\([a-z]+)-?\d* ?|\\([{}\\])|([^\\{}\r\n])/)
    {
      let (_, code, byte, control, escaped, character) = token.output
      if let number = code.flatMap({ Int($0) }) {
        if !bytes.isEmpty { flush() }
        wide.append(UInt16(truncatingIfNeeded: number))
      } else if let value = byte.flatMap({ UInt8($0, radix: 16) }) {
        if !wide.isEmpty { flush() }
        bytes.append(value)
      } else {
        flush()
        if control == "par" || control == "line" { text += "\n" } else if control == "tab" { text += " " }
        text += escaped ?? character ?? ""
      }
    }
    flush()
    return firstWords(text)
  }

  /// Whether a text has no address in it but that of one page.
  static func hasNoOther(_ text: String, than link: URL?) -> Bool {
    addresses(in: text).allSatisfy { url in link.map { WebLink.isSame(url, $0) } ?? false }
  }

  /// Finder shows no more of a comment. In characters.
  static let longestComment = 1_000

  /// Whether a text fits into a comment, also where its characters have many marks.
  static func isComment(_ text: String) -> Bool {
    text.utf8.count <= 4 * longestComment && text.count <= longestComment
  }

  /// Whether a text is one line, and no longer than titles are.
  static func isTitle(_ text: String) -> Bool {
    guard text.utf8.count <= 4_000 else { return false }
    let trimmed = trimmed(text)
    // Search engines cut titles at a third of this; a selection is seldom shorter and on one line.
    return !trimmed.contains(where: \.isNewline) && trimmed.count <= 200
  }
}
