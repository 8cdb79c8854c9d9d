import Foundation

/// A legal name for a document: valid on every supported volume, and as close to the user's name as possible.
///
/// Only this file decides which names are legal, and which are those of no document. Nothing here touches the disk.
public struct DocumentName: Hashable, Sendable, CustomStringConvertible {
  /// The limit of APFS, ext4 and most others, in what `Disk.NameUnit` says.
  public static let longest = 255
  /// Longer text after the last dot is part of the name, not an extension.
  static let longestExtension = 32
  /// The name of a document without one. It is not translated, so that all devices use the same.
  static let unnamed = "Untitled"

  /// The whole name.
  public let text: String
  /// Equal for two names that the user, or a volume that ignores case, cannot tell apart.
  ///
  /// Full case folding; canonical equivalence comes with `String`, whose comparison and hash ignore how
  /// a character is composed.
  let key: String
  /// The number of bytes before the extension.
  private let stemLength: Int

  private var stem: Substring { text[..<text.utf8.index(text.startIndex, offsetBy: stemLength)] }
  private var suffix: Substring { text[text.utf8.index(text.startIndex, offsetBy: stemLength)...] }
  private var suffixLength: Int { Disk.nameUnit.count(suffix) }
  /// The extension with its dot, or nothing.
  public var fileExtension: String { String(suffix) }

  /// Tells whether two names are the same text.
  public static func == (one: DocumentName, other: DocumentName) -> Bool { one.text == other.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The nearest legal name to a suggested one. A legal name is not changed.
  ///
  /// `/`, `:`, NUL, control and bidirectional-control characters become hyphens; what is longer than a volume takes is cut
  /// at a character, in front of the extension, or before the number at the end of the stem. An empty result becomes
  /// "Untitled". The first letter of a name that is that of no document becomes a hyphen, too: else it would be in no list.
  public init(_ suggestion: String) {
    let suggestion = Self.shortened(suggestion)
    let legal =
      suggestion.unicodeScalars.allSatisfy(Self.isLegal)
      ? suggestion
      : String(String.UnicodeScalarView(suggestion.unicodeScalars.map { Self.isLegal($0) ? $0 : "-" }))
    let isEmpty = legal.isEmpty || legal == "." || legal == ".."
    let name = FileName(legal)
    let isNone = name.isOfFinder || name.isStandIn
    self.init(isEmpty ? Self.unnamed : isNone ? "-" + legal.dropFirst() : legal, stemLength: nil)
    // After the cut the text after a dot may be short enough for an extension. Look for it again, as every reader of the
    // folder does.
    while Disk.nameUnit.count(text) > Self.longest {
      self.init(Self.cut(String(stem), to: Self.longest - suffixLength) + suffix, stemLength: nil)
    }
  }

  /// The nearest legal name to one of a file system. Bytes that are not UTF-8 become `%` and two hexadecimal digits,
  /// so that two such names stay different.
  public init(_ name: FileName) {
    self.init(name.text ?? Self.escape(name.bytes))
  }

  /// As much of a suggestion as a name can be made of: its beginning, and its end with the extension. A letter may have
  /// 100,000 marks, and what compares or cuts letters then works for minutes.
  public static func shortened(_ suggestion: String) -> String {
    // In scalars; four times as many as fit, of the longest.
    let (beginning, end) = (longest, longestExtension * 2)
    guard suggestion.utf8.count > (beginning + end) * 4 else { return suggestion }
    let scalars = suggestion.unicodeScalars
    return String(String.UnicodeScalarView(Array(scalars.prefix(beginning)) + Array(scalars.suffix(end))))
  }

  private init(stem: some StringProtocol, suffix: some StringProtocol) {
    self.init(String(stem) + String(suffix), stemLength: stem.utf8.count)
  }

  /// - Parameter stemLength: nil looks for the extension.
  private init(_ text: String, stemLength: Int?) {
    self.text = text
    self.stemLength = stemLength ?? Self.stemLength(of: text)
    key = Self.key(of: text)
  }

  /// Names for documents that belong together, when the user typed one for them: the typed stem, each with its own
  /// extension. Typing the extension of one of them, or nothing else, adds nothing to the stem.
  static func renamed(_ documents: [DocumentName], to typed: String) -> [DocumentName] {
    let typed = DocumentName(typed.trimmingCharacters(in: .whitespacesAndNewlines)).text
    let ending = documents.map(\.suffix).first {
      !$0.isEmpty && key(of: typed).hasSuffix(key(of: String($0)))
    }
    let stem = typed.dropLast(ending?.count ?? 0)
    return stem.isEmpty ? documents : documents.map { DocumentName(String(stem) + $0.suffix) }
  }

  /// Groups names that differ only in their extension, as the halves of a Live Photo do. Names that have no such other are
  /// in no group.
  static func groups(of names: [DocumentName]) -> [[DocumentName]] {
    let groups = Dictionary(grouping: names) { key(of: String($0.stem)) }.values
    return groups.filter { names in names.count > 1 && Set(names.map(\.key)).count == names.count }
  }

  /// The name without its extension.
  public var withoutExtension: DocumentName { DocumentName(String(stem)) }
  /// The name for the file system.
  public var fileName: FileName { FileName(text) }
  /// The name itself.
  public var description: String { text }

  /// The alternative with a number: a hyphen and the number before the extension. Number 0 gives the name itself.
  public func numbered(_ number: Int) -> DocumentName {
    if number == 0 { return self }
    let digits = String(number)
    return DocumentName(stem: "\(family(digits: digits.utf8.count).stem)-\(digits)", suffix: suffix)
  }

  /// What the copies of a document of this name are called, in order, as in Files: a space and a number before the extension,
  /// from 2, or from the number that follows that of a copy. So a duplicate is called, and another version from iCloud. What
  /// only has a name that is taken is no copy: see ``numbered(_:)``. A name of the greatest length has no room for a number.
  var copies: some Sequence<DocumentName> {
    var (stem, first) = (String(stem), 2)
    if let space = stem.lastIndex(of: " "), space != stem.startIndex,
      let number = Int(stem[stem.index(after: space)...]), (2...9_999).contains(number)
    {
      (stem, first) = (String(stem[..<space]), number + 1)
    }
    return (first..<first + 10_000).lazy.map { [stem, suffix] in DocumentName("\(stem) \($0)\(suffix)") }
  }

  /// The name with a word in brackets before the extension, cut where there is no room for it. One that has it already stays.
  func marked(_ word: String) -> DocumentName {
    let mark = " (\(word))"
    if stem.hasSuffix(mark) { return self }
    let space = Self.longest - suffixLength - Disk.nameUnit.count(mark)
    return DocumentName(Self.cut(String(stem), to: space) + mark + suffix)
  }

  /// Splits an alternative into its name and number. Returns nil when it does not look like one.
  var asAlternative: (family: DocumentName, number: Int)? {
    let stem = stem
    guard let hyphen = stem.utf8.lastIndex(of: UInt8(ascii: "-")), hyphen != stem.startIndex else {
      return nil
    }
    let digits = stem[stem.utf8.index(after: hyphen)...]
    // The app's numbers have no leading zero and no sign.
    guard let number = Int(digits), number > 0, String(number) == digits else { return nil }
    return (DocumentName(stem: stem[..<hyphen], suffix: suffix), number)
  }

  /// Tells whether it is a name, or an alternative of it.
  func isAlternative(of name: DocumentName) -> Bool {
    key == name.key || asAlternative.map { name.numbered($0.number).key == key } ?? false
  }

  /// The name around a number with so many digits: the name itself, or a cut one when it has no room for them.
  func family(digits: Int) -> DocumentName {
    let space = Self.longest - suffixLength - 1 - digits
    return Disk.nameUnit.count(stem) <= space
      ? self : DocumentName(stem: Self.cut(String(stem), to: space), suffix: suffix)
  }

  /// Tells whether a number of so many digits fits in as it is.
  func hasRoom(digits: Int) -> Bool { Disk.nameUnit.count(text) + 1 + digits <= Self.longest }

  static func key(of text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    // Convert to upper and then to lower case, because one direction alone does not unify ß with SS or the two small
    // sigmas. Leave the dotless i alone: it is another letter than i.
    return text.unicodeScalars.split(separator: "ı", omittingEmptySubsequences: false)
      .map { String($0).uppercased().lowercased() }.joined(separator: "ı")
  }

  private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Separators: the second is shown as the first by Apple's Files.
    case 0x2F, 0x3A: false
    // Controls, and the two that break a line.
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
    // Characters that change the direction of text, and can disguise an extension.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
    // A byte order mark inside a name is never intended.
    case 0xFEFF: false
    default: true
    }
  }

  /// The number of bytes before the extension of a name.
  private static func stemLength(of name: String) -> Int {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), isExtension(name[dot...]) else {
      return name.utf8.count
    }
    let stem = name[..<dot].utf8
    // A leading dot hides a file; it does not begin an extension.
    if stem.allSatisfy({ $0 == UInt8(ascii: ".") }) { return name.utf8.count }
    // archive.tar.gz has one extension, of two parts.
    let tar = ".tar"
    let isTar = stem.count > tar.utf8.count && String(stem.suffix(tar.utf8.count))?.lowercased() == tar
    return stem.count - (isTar ? tar.utf8.count : 0)
  }

  private static func isExtension(_ suffix: Substring) -> Bool {
    let letters = suffix.dropFirst()
    // A hyphen after the dot begins the number of a name such as "Holiday.", not an extension.
    return !letters.isEmpty && letters.utf8.first != UInt8(ascii: "-")
      && letters.utf8.count <= longestExtension
      && !letters.unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  /// As much of a stem as fits into so much space: its beginning, and the words with a number at its end, as in
  /// "… – Episode 12".
  private static func cut(_ stem: String, to space: Int) -> String {
    let unit = Disk.nameUnit
    if unit.count(stem) <= space { return stem }
    let last = stem.suffix(endKept)
    let end = "…" + (last.split(separator: " ", maxSplits: 1).last ?? last)
    // In the last word or the one before: "Part 2 of".
    let hasNumber = end.suffix(endKept / 2).contains(where: \.isWholeNumber)
    guard hasNumber, unit.count(end) < space / 2 else { return beginning(of: stem, to: space) }
    return beginning(of: stem, to: space - unit.count(end)) + end
  }

  /// How many characters of the end of a stem are kept at most.
  private static let endKept = 24

  private static func beginning(of text: String, to most: Int) -> String {
    let unit = Disk.nameUnit
    var space = most
    let kept = text.prefix { character in
      space -= unit.count(character.description)
      return space >= 0
    }
    if !kept.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) { return String(kept) }
    // A single character may exceed the limit, by hundreds of accents on one letter or on a dot.
    space = most
    return String(
      text.unicodeScalars.prefix { scalar in
        space -= unit.count(scalar.description)
        return space >= 0
      })
  }

  /// Keeps valid characters as they are, and writes out every other byte.
  private static func escape(_ bytes: some Collection<UInt8>) -> String {
    var (text, rest) = ("", Array(bytes)[...])
    while let first = rest.first {
      let valid = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
      text += valid ?? String(format: "%%%02X", first)
      rest = rest.dropFirst(valid?.utf8.count ?? 1)
    }
    return text
  }
}

/// What counts as no document.
extension FileName {
  /// Tells whether macOS gives such a name to a file of its own beside documents: how a folder is shown, and attributes for
  /// volumes that have none. It is in no list.
  var isOfFinder: Bool { isHidden && (self == ".DS_Store" || bytes.starts(with: "._".utf8)) }

  /// Tells whether iCloud gives such a name to what stands for an item that is not downloaded.
  var isStandIn: Bool { isHidden && hasSuffix(".icloud") }

  /// How many bytes ``isFinders(_:)`` looks at.
  static let finderMark = 8

  /// Tells whether a file that is called as one of Finder's is one: <https://metacpan.org/dist/Mac-Finder-DSStore> and
  /// RFC 1740, appendix B. Nothing is lost with an empty one.
  static func isFinders(_ beginning: [UInt8]) -> Bool {
    beginning.isEmpty || beginning.starts(with: [0, 0, 0, 1] + "Bud1".utf8)
      || beginning.starts(with: [0, 5, 0x16, 7])
  }
}

extension FileName {
  /// Equal only for names that look the same to the user.
  var key: String { text.map(DocumentName.key) ?? DocumentName(self).key }

  /// Equal for names that look the same to the user, and by chance for few others.
  var fold: Int64 {
    var digester = Digester()
    if bytes.allSatisfy({ $0 < 0x80 }) {
      // The result of ``key`` for ASCII names, without converting them to text.
      digester.add(bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
    } else {
      digester.add(key.precomposedStringWithCanonicalMapping.utf8)
    }
    return Int64(bitPattern: digester.finish().low)
  }
}

/// Names for a volume that does not take every character.
extension DocumentName {
  /// The names to try one after the other on a volume that refuses characters of this one: itself, then with a
  /// hyphen for each character outside the Basic Multilingual Plane, where new emoji are, then for each that is not ASCII.
  var fallbacks: [DocumentName] {
    [self]
      + [0xFFFF, 0x7F].map { last in
        DocumentName(
          String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value <= last ? $0 : "-" })))
      }
  }

  /// Calls a closure with this name, and with its fallbacks as long as the volume refuses a character of it.
  func orFallback<Result>(
    _ body: (DocumentName) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    var names = fallbacks[...]
    while true {
      let name = names.removeFirst()
      do throws(DiskError) {
        return try body(name)
      } catch  where error.isOfCharacters && !names.isEmpty {
        // The next one.
      }
    }
  }
}

extension DocumentName {
  /// Trims what a sender or a title suggests, and not what a file is called, as browsers do: it is without blanks, line ends
  /// and what cannot be seen at its ends, and without dots behind it. Nothing may be left.
  public static func trimmed(_ suggestion: String) -> String {
    let scalars = suggestion.unicodeScalars
    guard let last = scalars.lastIndex(where: { !isUnseen($0) && $0 != "." }),
      let first = scalars.firstIndex(where: { !isUnseen($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Tells whether a character leaves no trace where a name begins or ends. Between others it may join or separate letters.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Controls and the soft hyphen.
    case 0..<0x20, 0x7F..<0xA0, 0xAD: true
    // What joins, separates or turns, and fillers.
    case 0x061C, 0x115F, 0x1160, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF,
      0xFFA0:
      true
    default: scalar.properties.isWhitespace
    }
  }
}
