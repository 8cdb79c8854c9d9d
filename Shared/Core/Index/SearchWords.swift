import Foundation

/// The words of a search, as they are compared with what the user remembers of a document. Case, accents and widths do not
/// count, nor do the forms of quotation marks, dashes and Arabic letters. In names ü is also ue, as in German.
struct SearchWords {
  private let words: [ArraySlice<UInt8>]
  /// Of each word its form without umlauts; nil of one that has none.
  private let spelledOut: [ArraySlice<UInt8>?]
  /// Of each word whether it may be such a form.
  private let mayBeSpelledOut: [Bool]
  /// Of each word the kind that it names.
  private let kinds: [DocumentKind?]
  /// Of each word the times that it names.
  private let times: [[Range<FileTime>]]

  init(
    _ text: String, kinds: [String: DocumentKind] = [:], times: [String: [Range<FileTime>]] = [:]
  ) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    self.words = words.map { FileName($0).folded }
    spelledOut = words.map(Self.spelledOut)
    mayBeSpelledOut = words.map { $0.lowercased().contains(/ae|oe|ue/) }
    self.kinds = words.map { kinds[$0.lowercased()] }
    self.times = words.map { times[$0.lowercased()] ?? [] }
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
    name.folded.withUnsafeBytes { name in words.allSatisfy { Self.holds(name, $0) } }
  }

  /// Which words are in the names of the folders on the way to a folder, from the one that is searched.
  func found(in folder: DocumentPath, below top: DocumentPath?) -> [Bool] {
    let names = folder.names.dropFirst(top?.names.count ?? 0).map(\.folded)
    return words.map { word in names.contains { $0.withUnsafeBytes { Self.holds($0, word) } } }
  }

  /// Whether each word is somewhere in the name, the title, the comment, the site or a tag of a document, in the name of a folder on the
  /// way to it, or names its kind, or when it came or was changed.
  ///
  /// - Parameter found: the words that are in the names of those folders.
  func match(_ entry: DocumentEntry, besides found: [Bool], _ kind: () -> DocumentKind?) -> Bool {
    let name = entry.folded?[...] ?? entry.name.bytes
    return name.withUnsafeBytes { name in
      words.indices.allSatisfy { index in
        let word = words[index]
        return Self.holds(name, word) || found[index] || holdsOtherForm(of: index, entry.name, name)
          || times[index].contains { $0.contains(entry.modified) || entry.added.map($0.contains) == true }
          || entry.kept != nil
            && (Self.holds(entry.comment, word) || Self.holds(entry.title, word)
              || Self.holds(entry.source, word)
              || entry.tags.contains { Self.holds($0.name, word) })
          || kinds[index] != nil && kinds[index] == kind()
      }
    }
  }

  /// Whether a word is in a name, when one of both has umlauts and the other is written without them.
  private func holdsOtherForm(of index: Int, _ name: FileName, _ folded: UnsafeRawBufferPointer) -> Bool {
    if let word = spelledOut[index] { return Self.holds(folded, word) }
    guard mayBeSpelledOut[index], name.bytes.contains(where: { $0 >= 0x80 }) else { return false }
    return Self.spelledOut(name.description)?.withUnsafeBytes { Self.holds($0, words[index]) } ?? false
  }

  /// How well the name of a document fits: 0 if the words are all of it, but for the extension, 1 if a word of the name begins
  /// with each, else 2.
  func rank(of entry: DocumentEntry) -> Int8 {
    let name = entry.folded?[...] ?? entry.name.bytes
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    let whole = words.joined(separator: [UInt8(ascii: " ")])
    if whole.elementsEqual(name) || whole.elementsEqual(stem) { return 0 }
    return words.allSatisfy { Self.begins($0, in: name) } ? 1 : 2
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
    var rest = name[...]
    while rest.count >= word.count, let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: word) { return true }
      rest = rest.dropFirst()
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
