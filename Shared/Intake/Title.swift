import Foundation
import IntrayCore

/// What a file without a name says that it is called: by kind, the field of its format for that.
enum Title {
  /// Of these, so many bytes are looked at: cards have pictures in them, and an archive of a page has all that it shows.
  static let long: Set = ["vcf", "vcard", "ics", "webarchive"]
  static let length = 1 << 20

  /// - Parameter ending: the extension that the file gets, in lower case and without its dot.
  static func inside(_ bytes: [UInt8], _ ending: String) -> String {
    switch ending {
    case "html", "htm", "xhtml", "shtml":
      let page = Markup(text(bytes))
      return page.title ?? Words.firstWords(page.words)
    case "webarchive": return page(inArchive: bytes)?.title ?? ""
    case "vcf", "vcard", "ics": return card(bytes)
    case "eml", "emlx", "mht", "mhtml": return subject(text(bytes, guesses: true))
    case "rtf":
      let (text, isTitle) = richText(bytes)
      return isTitle ? text : Words.firstWords(text)
    case "txt", "text", "md", "markdown": return Words.firstWords(text(bytes, guesses: true))
    default: return ""
    }
  }

  /// The page that an archive of one shows.
  static func page(inArchive bytes: [UInt8]) -> Markup? {
    let main = PropertyList.decode(WebArchive.self, from: bytes, atMost: bytes.count)?.WebMainResource
    return main.map {
      Markup(String(decoding: $0.WebResourceData, declared: $0.WebResourceTextEncodingName))
    }
  }

  /// What bytes say, in the encoding that they declare.
  static func text(_ bytes: [UInt8], guesses: Bool = false) -> String {
    let declared = String(decoding: bytes.prefix(1_024), as: UTF8.self)
      .firstMatch(of: /(?:charset|encoding)\s*=\s*["']?([\w-]+)/.ignoresCase())?.output.1
    return String(decoding: bytes, declared: declared.map(String.init), guesses: guesses)
  }

  /// A web archive, as Safari writes it. The names are the format's.
  private struct WebArchive: Decodable {
    let WebMainResource: Resource
    struct Resource: Decodable { let WebResourceData: Data, WebResourceTextEncodingName: String? }
  }

  /// The subject of mail, and of a page that is saved as mail: RFC 5322, 2.2.3 and 3.6.5.
  private static func subject(_ mail: String) -> String {
    let line = mail.replacing("\r\n", with: "\n").split(separator: "\n\n", maxSplits: 1).first?.replacing(
      /\n[ \t]+/, with: " "
    )
    .firstMatch(of: /^subject:[ \t]*(.*)$/.ignoresCase().anchorsMatchLineEndings())
    return line.map { SuggestedName.ofMail(String($0.output.1)) } ?? ""
  }

  /// The name and the extension of a text that is a card or an event; nil of any other.
  static func ofCard(_ text: String) -> (title: String, ending: String)? {
    let kind = Signature(Array(text.utf8.prefix(20)))?.fileExtension
    return ["vcf", "ics"].first { $0 == kind }.map { (card(Array(text.utf8)), $0) }
  }

  /// Who or what a card or an event is of: RFC 6350, 6.2, RFC 5545, 3.8.1.12, and RFC 7986, 5.1. Of several the first, and how many
  /// more there are.
  private static func card(_ bytes: [UInt8]) -> String {
    let head = text(Array(bytes.prefix(Signature.length)))
    let lines = head.replacing(/=\R/, with: "").replacing(/\R[ \t]/, with: "").split(
      whereSeparator: \.isNewline)
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { name in
        lines.lazy.filter { $0.utf8.count < 1_000 }.compactMap { line in
          // Apple groups fields ("item1.FN"); what is in quotation marks may have a colon.
          guard let match = line.wholeMatch(of: /(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)*):(.*)/),
            match.output.1.uppercased() == name
          else { return nil }
          let options = match.output.2.uppercased()
          let charset = options.firstMatch(of: /CHARSET=([\w-]+)/).map { String($0.output.1) }
          let bytes = options.contains("QUOTED-PRINTABLE") ? SuggestedName.quoted(match.output.3) : nil
          let value = bytes.map { String(decoding: $0, declared: charset) } ?? String(match.output.3)
          // The first of the parts of a name is that of the family.
          let parts = value.split(separator: ";", omittingEmptySubsequences: false).prefix(2).reversed()
          let plain = (name == "N" ? parts.joined(separator: " ") : value).replacing(/\\[nN]/, with: " ")
          let trimmed = plain.replacing(/\\(.)/) { $0.output.1 }.trimmingCharacters(in: .whitespaces)
          return trimmed.isEmpty ? nil : trimmed
        }.first
      }.first
    }
    let count = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).count { line in
      ["BEGIN:VCARD", "BEGIN:VEVENT", "BEGIN:VTODO"].contains { line.elementsEqual($0.utf8) }
    }
    if count > 1, let name = value("NAME", "X-WR-CALNAME") { return name }
    let found = value("FN", "SUMMARY", "N", "ORG", "EMAIL", "TEL") ?? ""
    return count > 1 && !found.isEmpty ? "\(found) +\(count - 1)" : found
  }

  /// The title of RTF, or else its text, without tables, pictures and control words. `\'xx` is a byte of the code page, `\uN` a
  /// character of UTF-16 with a byte for old readers behind it: RTF specification 1.9.1, "Unicode RTF".
  /// - Parameter wantsTitle: whether a title is wanted more than the text.
  static func richText(_ rtf: [UInt8], wantsTitle: Bool = true) -> (text: String, isTitle: Bool) {
    let source = String(decoding: rtf, as: UTF8.self)
    let page = source.firstMatch(of: /\\ansicpg(\d+)/)?.output.1
    let encoding = page.flatMap { String.Encoding(label: "windows-\($0)") } ?? .windowsCP1252
    var (text, wide, bytes) = ("", [UInt16](), [UInt8]())
    func flush() {
      text += String(decoding: wide, as: UTF16.self) + (String(bytes: bytes, encoding: encoding) ?? "")
      (wide, bytes) = ([], [])
    }
    let title =
      !wantsTitle
      ? nil : source.firstMatch(of: /\{\\title ([^{}]*[^{}\s][^{}]*)\}/).map { String($0.output.1) }
    let tables = /\{\\(\*|fonttbl|colortbl|stylesheet|info|pict)([^{}]|\{[^{}]*\})*\}/
    for token in (title ?? source.replacing(tables, with: "")).matches(
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
    return (text, title != nil)
  }
}
