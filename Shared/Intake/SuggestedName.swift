import Foundation
import IntrayCore

/// What a sender suggests as a name, as far as it is one: HTTP, mail, HTML and Windows each write names in a way of their own, and
/// apps hand them on as they are. What a file is called is not touched.
enum SuggestedName {
  /// The name; nil where a sender has none.
  static func plain(_ suggestion: String) -> String? {
    let url = URL(string: suggestion).flatMap { $0.isFileURL ? $0 : nil } ?? WebLink.webAddress(suggestion)
    let isFolded = suggestion.contains(where: \.isNewline)
    let line = isFolded ? suggestion.replacing(/\R[ \t]+/, with: " ") : suggestion
    var name = url?.lastPathComponent ?? field(in: line)
    name = ofMail(Words.withoutQuotes(name.trimmingCharacters(in: .whitespacesAndNewlines)))
    // However often it was put into an address. "100% cotton" never was.
    while name.contains("%"), let plain = name.removingPercentEncoding, plain != name { name = plain }
    let scalars = Markup.withoutEntities(name).unicodeScalars.filter { !turns.contains($0.value) }
    name = Words.withoutQuotes(lastPart(of: String(String.UnicodeScalarView(scalars))))
    name = withoutQuery(DocumentName.trimmed(Words.withoutAddresses(name)))
    let stem = (name as NSString).deletingPathExtension.lowercased()
    return name.isEmpty || name == "/" || nothing.contains(stem) ? nil : name
  }

  /// What programs print where there is no text.
  private static let nothing: Set = ["(null)", "<null>", "null", "nil", "undefined", "[object object]"]
  /// The marks of direction, which Arabic and Hebrew need in a sentence and no name does. What overrides it is no mark.
  private static let turns: Set<UInt32> = [
    0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF,
  ]

  /// The name in a field of a header: RFC 6266, 4.1, with the parts of RFC 2231, 3, and the form of RFC 8187, 3.2.
  private static func field(in text: String) -> String {
    guard text.contains("=") || text.contains("'") else { return text }
    let pattern = /(?:^|;)\s*(?:file)?name(\*?)(?:\d+\*?)?=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/.ignoresCase()
    let found = text.matches(of: pattern)
    var value = text
    if let first = found.first {
      // "a.pdf; filename=_a.pdf_": what stands in front is the name, unless it is what is done with the file.
      value = text[..<first.range.lowerBound].trimmingCharacters(in: .whitespaces)
      if value.contains("/") || ["", "attachment", "inline", "form-data"].contains(value.lowercased()) {
        let long = found.filter { !$0.output.1.isEmpty }
        value = (long.isEmpty ? [first] : long).reduce("") { text, match in
          text + (match.output.2?.replacing(/\\(.)/) { $0.output.1 } ?? match.output.3 ?? "")
        }
      }
    }
    guard let match = value.wholeMatch(of: /([\w-]+)'[\w-]*'(.*)/),
      let encoding = String.Encoding(label: match.output.1)
    else { return value }
    return String(data: Data(quoted(match.output.2, mark: "%")), encoding: encoding) ?? value
  }

  /// A text without the encoded words of RFC 2047.
  static func ofMail(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    // Blanks between two such words belong to neither (RFC 2047, 6.2).
    return text.replacing(/(=\?[^?\s]+\?[BbQq]\?[^?]*\?=)\s+(?==\?)/) { String($0.output.1) }
      .replacing(/=\?([^?\s*]+)(?:\*[^?\s]*)?\?([BbQq])\?([^?]*)\?=/) { word in
        let (whole, charset, form, text) = word.output
        let isBase64 = form.lowercased() == "b"
        let bytes = isBase64 ? Data(base64Encoded: String(text)) : Data(quoted(text, blank: "_"))
        let encoding = String.Encoding(label: charset)
        return bytes.flatMap { bytes in encoding.flatMap { String(data: bytes, encoding: $0) } }
          ?? String(whole)
      }
  }

  /// The bytes of a text in which a mark and two digits stand for a byte.
  static func quoted(_ text: Substring, mark: Character = "=", blank: Character? = nil) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      let code =
        byte == mark.asciiValue ? UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) : nil
      bytes.append(code ?? (byte == blank?.asciiValue ? UInt8(ascii: " ") : byte))
      if code != nil { rest = rest.dropFirst(2) }
    }
    return bytes
  }

  /// The last part of a path of Windows or of the sender's own disk. "Invoice 03/2026" is none.
  private static func lastPart(of name: String) -> String {
    guard name.contains("/") || name.contains("\\") else { return name }
    let isPath =
      name.contains(/^(?:[A-Za-z]:\\|\\\\|\/[^\/]+\/|~\/|\.\.?\/)/) || name.contains(/\\[^\\\/]+\.\w{2,5}$/)
    return isPath ? String(name.split { $0 == "/" || $0 == "\\" }.last ?? "") : name
  }

  /// "report.pdf" of "report.pdf?dl=1": the rest belongs to the address that it came from, or says a size.
  private static func withoutQuery(_ name: String) -> String {
    guard name.contains(where: "?#!:@;&~".contains),
      let match = name.wholeMatch(of: /([^?#!]+?\.(\w{2,5}))[?#!:@;&~]\S+/),
      Signature.type(of: match.output.2) != nil
    else { return name }
    return String(match.output.1)
  }
}
