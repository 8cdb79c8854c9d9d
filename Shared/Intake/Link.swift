import Foundation
import Shared

/// A web address as a document: the property list that Safari writes and opens, `.webloc`.
enum Link {
  static func contents(of url: URL) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: ["URL": url.absoluteString], format: .xml, options: 0)
  }

  /// The title, else the host, else the whole address.
  static func name(of url: URL, title: String?) -> DocumentName {
    let title = title.map(Words.firstLine) ?? ""
    return DocumentName((title.isEmpty ? url.host() ?? url.absoluteString : title) + ".webloc")
  }
}

/// Text as a document, or as the name of one.
enum Words {
  /// So much of a text says what it is; more does not fit a line of Files.
  private static let longest = 60

  /// The name of text that has none: its first words.
  static func name(of text: String, title: String?) -> DocumentName {
    let words = firstWords(text)
    let stem = words.isEmpty ? title.map(firstLine) ?? "" : words
    return DocumentName((stem.isEmpty ? DocumentName("").text : stem) + ".txt")
  }

  /// The first line that has anything in it.
  static func firstLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty } ?? ""
  }

  /// As much of the first line as says what follows.
  static func firstWords(_ text: String) -> String {
    let line = firstLine(text)
    if line.count <= longest { return line }
    let cut = line.prefix(longest)
    // At a word, if there is one.
    let end = cut.lastIndex(where: \.isWhitespace) ?? cut.endIndex
    return cut[..<end].trimmingCharacters(in: .whitespaces)
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

  /// HTML without its tags, and with the few characters that every text has to escape.
  private static func plain(_ html: String) -> String {
    let breaks = html.replacing(/<(br|\/p|\/div|\/h[1-6]|\/li|\/tr)\b[^>]*>/.ignoresCase(), with: "\n")
    let entities = ["&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&"]
    return ["&nbsp;", "&lt;", "&gt;", "&quot;", "&#39;", "&amp;"]
      .reduce(breaks.replacing(/<[^>]*(>|$)/, with: "")) { $0.replacing($1, with: entities[$1] ?? "") }
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
