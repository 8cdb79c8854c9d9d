import Foundation

/// The words of a search, as they are compared with what the user remembers of a document. Case, accents and widths do not
/// count, nor do the forms of quotation marks, dashes and Arabic letters. In names ü is also ue, as in German.
struct SearchWords {
  private struct Word {
    let bytes: ArraySlice<UInt8>
    /// Its form without umlauts; nil when it has none.
    let spelledOut: ArraySlice<UInt8>?
    /// Whether it may be such a form.
    let mayBeSpelledOut: Bool
    /// The kind that it names.
    let kind: DocumentKind?
    /// The times that it names.
    let times: [Range<FileTime>]
  }

  private let words: [Word]

  init(
    _ text: String, kinds: [String: DocumentKind] = [:], times: [String: [Range<FileTime>]] = [:]
  ) {
    words = text.split(whereSeparator: \.isWhitespace).map { word in
      let (word, key) = (String(word), word.lowercased())
      return Word(
        bytes: FileName(word).folded, spelledOut: Self.spelledOut(word),
        mayBeSpelledOut: key.contains(/ae|oe|ue/), kind: kinds[key], times: times[key] ?? [])
    }
  }

  /// A text with two letters for each umlaut, as it is compared; nil when it has none.
  private static func spelledOut(_ text: String) -> ArraySlice<UInt8>? {
    let text = text.precomposedStringWithCanonicalMapping.lowercased()
    let spelled = text.replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
    return spelled == text ? nil : FileName(spelled).folded
  }

  /// Whether there is none: everything matches.
  var isEmpty: Bool { words.isEmpty }

  /// Whether each word is somewhere in a name.
  func match(_ name: FileName) -> Bool {
    name.folded.withUnsafeBytes { name in words.allSatisfy { Self.holds(name, $0.bytes) } }
  }

  /// Which words are in the names of the folders on the way to a folder, from the one that is searched.
  func found(in folder: DocumentPath, below top: DocumentPath?) -> [Bool] {
    let names = folder.names.dropFirst(top?.names.count ?? 0).map(\.folded)
    return words.map { word in names.contains { $0.withUnsafeBytes { Self.holds($0, word.bytes) } } }
  }

  /// Whether each word is somewhere in the name, the title, the comment, the site or a tag of a document, in the name of a folder on the
  /// way to it, or names its kind, or when it came or was changed.
  ///
  /// - Parameter found: the words that are in the names of those folders.
  func match(
    _ entry: DocumentEntry, besides found: [Bool], _ kindOf: (DocumentEntry) -> DocumentKind?
  ) -> Bool {
    let name = entry.folded?[...] ?? entry.name.bytes
    return name.withUnsafeBytes { name in
      for (index, word) in words.enumerated() where !Self.holds(name, word.bytes) && !found[index] {
        if !matchBesidesName(entry, word, name, kindOf) { return false }
      }
      return true
    }
  }

  private func matchBesidesName(
    _ entry: DocumentEntry, _ word: Word, _ name: UnsafeRawBufferPointer,
    _ kindOf: (DocumentEntry) -> DocumentKind?
  ) -> Bool {
    if Self.holdsOtherForm(of: word, entry.name, name) { return true }
    if word.times.contains(where: { $0.contains(entry.modified) || entry.added.map($0.contains) == true }) {
      return true
    }
    if word.kind != nil, word.kind == kindOf(entry) { return true }
    if entry.kept == nil { return false }
    return [entry.comment, entry.title, entry.source].contains { Self.holds($0, word.bytes) }
      || entry.tags.contains { Self.holds($0.name, word.bytes) }
  }

  /// Whether a word is in a name, when one of both has umlauts and the other is written without them.
  private static func holdsOtherForm(
    of word: Word, _ name: FileName, _ folded: UnsafeRawBufferPointer
  ) -> Bool {
    if let word = word.spelledOut { return holds(folded, word) }
    guard word.mayBeSpelledOut, name.bytes.contains(where: { $0 >= 0x80 }) else { return false }
    return spelledOut(name.description)?.withUnsafeBytes { holds($0, word.bytes) } ?? false
  }

  /// How well the name of a document fits: 0 if the words are all of it, but for the extension, 1 if a word of the name begins
  /// with each, else 2.
  func rank(of entry: DocumentEntry) -> Int8 {
    let name = entry.folded?[...] ?? entry.name.bytes
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    let whole = words.map(\.bytes).joined(separator: [UInt8(ascii: " ")])
    if whole.elementsEqual(name) || whole.elementsEqual(stem) { return 0 }
    return words.allSatisfy { Self.begins($0.bytes, in: name) } ? 1 : 2
  }

  /// Whether a word of a name begins so. Other characters than those of ASCII count as letters.
  private static func begins(_ word: ArraySlice<UInt8>, in name: ArraySlice<UInt8>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    return name.indices.contains { index in
      (index == name.startIndex || !isLetter(name[index - 1])) && name[index...].starts(with: word)
    }
  }

  private static func holds(_ text: String?, _ word: ArraySlice<UInt8>) -> Bool {
    guard let text else { return false }
    return FileName(text).folded.withUnsafeBytes { holds($0, word) }
  }

  private static func holds(_ name: UnsafeRawBufferPointer, _ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return true }
    if name.count < word.count { return false }
    for start in 0...name.count - word.count where name[start] == first {
      if name[start...].starts(with: word) { return true }
    }
    return false
  }
}

extension FileName {
  /// The name without case, accents and widths, as a search compares it.
  var folded: ArraySlice<UInt8> {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      if !bytes.contains(where: { 0x41...0x5A ~= $0 }) { return bytes }
      return bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }[...]
    }
    let plain = description.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    // Foundation keeps the marks of kana and of Arabic letters on some systems.
    return plain.decomposedStringWithCompatibilityMapping.unicodeScalars
      .filter { !Self.isMark($0) }
      .flatMap { Array((Self.plainForms[$0] ?? String($0)).utf8) }[...]
  }

  /// The marks that may be one with the letter before them: those of kana, and the vowels and the hamza of Arabic.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [0x3099, 0x309A, 0x670].contains(scalar.value) || 0x64B...0x65F ~= scalar.value
  }

  /// What a keyboard has in the place of the marks that typesetters and the system write.
  private static let plainForms: [Unicode.Scalar: String] = [
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"",
    "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "…": "...", "\u{A0}": " ", "ى": "ي", "ة": "ه", "ـ": "",
  ]
}

/// What a document is for the user, as far as a search asks for it.
public enum DocumentKind: String, CaseIterable, Hashable, Sendable {
  case image, movie, audio, pdf, text, link, archive, folder
}
