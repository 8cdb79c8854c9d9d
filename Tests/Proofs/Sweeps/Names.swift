import Foundation
import IntrayCore
import TestSupport

/// Invents names, and holds what becomes of them against what a name must be.
enum Names {
  static func sweep(count: Int, on volume: Volume?) throws -> [SweepResult] {
    let invented = try SweepResult.histories("names", on: "memory", enough: count, unit: "names") { seed, _ in
      var generator = Seeded(seed)
      for _ in 0..<10_000 {
        let suggestion = invent(&generator)
        if let why = complaint(about: suggestion, &generator) {
          throw Violation("\(suggestion.debugDescription): \(why)")
        }
      }
      return 10_000
    }
    let volumes = volume.map { [$0.path] } ?? []
    let created = try SweepResult.each("names in one folder", on: "disk", volumes, unit: "names") {
      path, _, _ in
      try create(at: path + "/names")
    }
    return [invented, created]
  }

  /// What is wrong with what becomes of a suggestion.
  private static func complaint(about suggestion: String, _ generator: inout Seeded) -> String? {
    let name = DocumentName(suggestion)
    if let why = complaint(about: name) { return why }
    if name.text != suggestion, isLegal(suggestion) {
      return "a legal name was changed to \(name.text.debugDescription)"
    }
    if DocumentName(name.text) != name { return "doing it twice changes it" }
    // What an extension is: at most 32 bytes without a space behind the last dot, and something before it.
    let wanted = suffix(of: suggestion)
    if isPlain(wanted), suggestion.unicodeScalars.allSatisfy({ $0.isASCII && $0 != "/" }),
      !suggestion.hasPrefix("."),
      suffix(of: name.text) != wanted
    {
      return "the extension \(wanted) was lost: \(name.text.debugDescription)"
    }
    var seen: Set<String> = [name.text]
    for number in [1, 9, 10, 2_000, Int(generator.next() % 1_000_000_000)] {
      let alternative = name.numbered(number)
      if let why = complaint(about: alternative) { return "number \(number): \(why)" }
      if DocumentName(alternative.text).text != alternative.text {
        return "number \(number) is another name when read"
      }
      if isPlain(wanted), suffix(of: alternative.text) != suffix(of: name.text) {
        return "number \(number) has another extension: \(alternative.text.debugDescription)"
      }
      seen.insert(alternative.text)
    }
    return nil
  }

  private static func complaint(about name: DocumentName) -> String? {
    let text = name.text
    if text.isEmpty || text == "." || text == ".." { return "no name: \(text.debugDescription)" }
    if text.utf8.count > 255 { return "\(text.utf8.count) bytes" }
    if !isLegal(text) { return "not legal: \(text.debugDescription)" }
    return nil
  }

  private static func isLegal(_ text: String) -> Bool {
    !text.isEmpty && text != "." && text != ".." && text.utf8.count <= 255
      // These are no documents.
      && text != ".DS_Store" && !text.utf8.starts(with: "._".utf8)
      && !(text.utf8.starts(with: ".".utf8)
        && text.utf8.dropFirst().reversed().starts(with: ".icloud".utf8.reversed()))
      && !text.unicodeScalars.contains { scalar in
        scalar == "/" || scalar == ":" || scalar.properties.generalCategory == .control
          || scalar.properties.isBidiControl || scalar.value == 0xFEFF || scalar.value == 0x2028
          || scalar.value == 0x2029
      }
  }

  /// What follows the last dot, when something that is no dot stands before it.
  private static func suffix(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
      !name.utf8[..<dot].allSatisfy({ $0 == UInt8(ascii: ".") })
    else { return "" }
    return String(decoding: name.utf8[name.utf8.index(after: dot)...], as: UTF8.self)
  }

  private static func isPlain(_ suffix: String) -> Bool {
    (1...16).contains(suffix.utf8.count)
      && suffix.utf8.allSatisfy { ("a"..."z").contains(Unicode.Scalar($0)) }
  }

  private static let pieces = [
    "a", "Report", ".pdf", ".tar", ".gz", ".", "..", "-", "-1", "-9", "-10", "-99", " ", "/", ":", "\0", "\n",
    "\u{202E}", "\u{2067}", "\u{61C}", "\u{FEFF}", "é", "e\u{301}", "\u{301}", "ß", "ẞ", "SS", "ı", "İ", "ς",
    "Σ",
    "👩‍👩‍👧‍👦", "🇩🇪", "漢", "한글", "a\u{0F73}\u{0F75}", "\u{2028}", "~$", "._", ".icloud", "untitled", "%FF", "\\",
    "\u{200D}", "\u{FE0F}", "ﬁ", "Ω", "\u{85}",
  ]

  private static func invent(_ generator: inout Seeded) -> String {
    var text = ""
    let count = Int(generator.next() % 8)
    for _ in 0..<count {
      let piece = pieces[Int(generator.next() % UInt64(pieces.count))]
      switch generator.next() % 10 {
      case 0: text += String(repeating: piece, count: Int(generator.next() % 300))
      case 1: Unicode.Scalar(UInt32(generator.next() % 0x11_0000)).map { text.unicodeScalars.append($0) }
      default: text += piece
      }
    }
    if generator.next().isMultiple(of: 2) { text += ".pdf" }
    return text
  }

  /// Some of them for real, all in one folder: each under a name of its own.
  private static func create(at path: String) throws -> Int {
    let world = try TestContainer.make(at: path)
    var generator = Seeded(99)
    let count = 20_000
    for start in stride(from: 0, to: count, by: 1_000) {
      _ = try Inbox(world.container).deposit { deposit throws(DiskError) in
        for number in start..<start + 1_000 {
          try deposit.add("\(number)".utf8, as: DocumentName(invent(&generator)))
        }
      }
    }
    try world.recover()
    let found = try world.tree("AppGroup/Documents").files.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard found.count == count, Set(found).count == count else {
      throw Violation("of \(count) documents there are \(Set(found).count), \(found.count) names")
    }
    try world.remove()
    return count
  }
}
