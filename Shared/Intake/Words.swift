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
    case let data as NSData: text(of: data as Data, isWide: isWide(type))
    case let url as NSURL: (url as URL).isFileURL ? nil : (url as URL).absoluteString
    default: nil
    }
  }

  /// Bytes that are text for sure: by their mark, or UTF-8. Of any others the sender's file is kept, as it is.
  private static func text(of data: Data, isWide: Bool) -> String? {
    let isMarked = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
    return String(data: data, encoding: isWide || isMarked ? .utf16 : .utf8)
  }

  private static func isWide(_ type: String) -> Bool {
    [UTType.utf16PlainText, .utf16ExternalPlainText].contains { UTType(type)?.conforms(to: $0) == true }
  }

  /// The name of text that has none: its first words, else its title, else what the address says that it is.
  static func name(of text: String, title: String?) -> DocumentName {
    if let card = Title.ofCard(text) {
      let known = [stem(card.title), stem(title ?? "")].first { !$0.isEmpty }
      return DocumentName((known ?? DocumentName("").text) + "." + card.ending)
    }
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
    let stem = DocumentName.trimmed(withoutAddresses(Markup.withoutEntities(firstLine(text))))
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
    let plain = isMarkedUp ? Markup.withoutEntities(text.replacing(anyTag, with: "")) : text
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
  /// Addresses with a host, and those of places (RFC 5870).
  nonisolated(unsafe) private static let anyAddress = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bgeo:(?=-?\d))\S*/
    .ignoresCase()
  nonisolated(unsafe) static let webAddress = /https?:\/\/\S+/.ignoresCase()

  /// A text without the quotation marks around it.
  static func withoutQuotes(_ name: String) -> String {
    let pairs = [("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»"), ("‘", "’"), ("'", "'"), ("「", "」")]
    for (opening, closing) in pairs where name.hasPrefix(opening) && name.hasSuffix(closing) {
      let inner = name.dropFirst().dropLast()
      if name.count > 2, !inner.contains(opening), !inner.contains(closing) { return String(inner) }
    }
    return name
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

  /// Whether a text stands in another; an address only as a whole, because it may begin another address.
  static func isPart(_ text: String, of whole: String) -> Bool {
    guard whole.contains(text) else { return false }
    return WebLink.webAddress(text).map(addresses(in: whole).contains) ?? true
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
        if kept.contains(where: { $0.utf8.count <= WebLink.longest && isPart(String(core), of: $0) }) {
          continue
        }
        kept.removeAll { isPart(String(trimmed($0)), of: String(core)) }
      }
      kept.append(text)
    }
    return texts.count < 2 ? texts.filter { $0.contains { !$0.isWhitespace } } : kept
  }

  /// Each text on lines of its own. A single one stays as it is.
  static func joined(_ texts: [String]) -> String {
    texts.dropFirst().reduce(texts.first ?? "") { $0 + ($0.last?.isNewline == true ? "" : "\n") + $1 }
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
