import Foundation
import Shared
import UniformTypeIdentifiers

/// A web address as a document: the property list that Safari writes and opens, `.webloc`.
enum Link {
  static func contents(of url: URL) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: ["URL": url.absoluteString], format: .xml, options: 0)
  }

  /// An address as senders hand it over: an object, its text, the bytes of its text, or the bytes of the object.
  static func address(of item: (any NSSecureCoding)?) -> URL? {
    switch item {
    case let url as NSURL: url as URL
    case let data as NSData: address(in: data as Data)
    case let text as NSString: address((text as String))
    default: nil
    }
  }

  /// An archive of the object, the property list in which it is written without one (address, base, properties), or text.
  private static func address(in data: Data) -> URL? {
    // What is no archive or no list is text.
    if let url = try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: data) {
      return url as URL
    }
    guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
      return URL(dataRepresentation: data, relativeTo: nil)
    }
    let parts = (list as? [Any])?.compactMap { $0 as? String } ?? [list as? String ?? ""]
    let base = parts.count > 1 ? URL(string: parts[1]) : nil
    return parts.first.flatMap { URL(string: $0, relativeTo: base) }?.absoluteURL
  }

  private static func address(_ text: String) -> URL? {
    URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// The title, else the host, else the whole address.
  static func name(of url: URL, title: String?) -> DocumentName {
    let title = title.map(Words.firstLine) ?? ""
    return DocumentName((title.isEmpty ? url.host() ?? url.absoluteString : title) + ".webloc")
  }
}

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
