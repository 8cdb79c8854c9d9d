/// How wide text is, as nearly as that can be known without the font that will draw it.
struct Letters {
  let size: Double
  var isBold = false

  /// The widths of the letters from space to tilde, in hundredths of the size, of a typeface without serifs.
  private static let widths: [Double] = [
    28, 28, 41, 65, 64, 83, 73, 22, 36, 36, 55, 66, 28, 46, 28, 37, 62, 57, 61, 64, 64, 61, 62, 57, 62, 62,
    28,
    28, 66, 66, 66, 51, 94, 68, 65, 73, 73, 60, 59, 74, 74, 34, 54, 65, 56, 91, 76, 78, 63, 78, 64, 64, 64,
    74,
    68, 95, 64, 66, 62, 36, 37, 36, 57, 45, 50, 57, 62, 56, 62, 58, 36, 61, 61, 26, 26, 54, 26, 93, 62, 60,
    61,
    61, 41, 52, 36, 61, 56, 81, 54, 56, 54, 38, 55, 38, 66,
  ]

  /// The width of a line, with some room for a font that is wider.
  func width(_ text: some StringProtocol) -> Double {
    var (hundredths, last) = (0.0, " " as Unicode.Scalar)
    for letter in text.unicodeScalars {
      hundredths += Self.width(letter) + Self.tail(last, before: letter)
      last = letter
    }
    return (hundredths + Self.tail(last, before: " ")) / 100 * size * (isBold ? 1.1 : 1.04)
  }

  private static func width(_ letter: Unicode.Scalar) -> Double {
    switch letter.value {
    case 0x20..<0x7F: widths[Int(letter.value) - 0x20]
    // Marks above and below Arabic letters, and marks of direction.
    case 0x300..<0x370, 0x64B..<0x660, 0x200B...0x200F, 0x2066...0x2069: 0
    // Narrow blanks.
    case 0x2000...0x200A, 0x202F: 22
    case 0x622, 0x623, 0x625, 0x627, 0x60C: 26
    case 0x629, 0x62F...0x632, 0x648: 43
    case 0x633...0x636: 90
    case 0x600..<0x700: 46
    case 0x2026: 84
    case 0x2E80...: 100
    default: 62
    }
  }

  /// How much wider an Arabic letter is at the end of a word, if it is one of those that join the next.
  private static func tail(_ letter: Unicode.Scalar, before next: Unicode.Scalar) -> Double {
    let isArabic = { (letter: Unicode.Scalar) in (0x621..<0x660).contains(letter.value) }
    return isArabic(letter) && !isArabic(next) && width(letter) > 43 ? 36 : 0
  }

  /// The text in as many lines as it needs, broken between words, or in a word that is wider than a line.
  func lines(_ text: String, width: Double) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var (lines, line) = ([String](), "")
      for piece in pieces(String(paragraph), width: width) {
        let longer = line + piece
        if !line.isEmpty, self.width(longer.trimmed) > width {
          lines.append(line.trimmed)
          line = piece
        } else {
          line = longer
        }
      }
      return lines + [line.trimmed]
    }
  }

  /// The parts of a text between which a line may end: words, and Japanese letters with the marks behind them.
  func pieces(_ text: String, width: Double) -> [String] {
    var (pieces, word) = ([String](), "")
    for letter in text {
      let isAfterWide = word.last.map(Self.isWide) ?? false
      let isMark = "、。」』）”’ゃゅょっー…".contains(letter)
      let ends = !isMark && (Self.isWide(letter) || isAfterWide) || word.last == " "
      if !word.isEmpty, ends || self.width(word) > width - size {
        pieces.append(word)
        word = ""
      }
      word.append(letter)
    }
    return (pieces + [word]).filter { !$0.isEmpty }
  }

  private static func isWide(_ letter: Character) -> Bool {
    (letter.unicodeScalars.first?.value ?? 0) >= 0x3000
  }

  /// The text in one line, shortened where it does not fit.
  func line(_ text: String, width: Double, isCutInTheMiddle: Bool = false) -> String {
    if self.width(text) <= width { return text }
    var (head, tail) = (text, "")
    if isCutInTheMiddle {
      head = String(text.prefix(text.count / 2))
      tail = String(text.dropFirst(text.count / 2))
    }
    while !head.isEmpty, self.width(head + "…" + tail) > width {
      head.removeLast()
      if !tail.isEmpty { tail.removeFirst() }
    }
    return head.trimmed + "…" + tail
  }

  /// The text in at most so many lines; what does not fit is left out of the last one.
  func lines(_ text: String, width: Double, limit: Int?, isCutInTheMiddle: Bool) -> [String] {
    let all = lines(text, width: width)
    guard let limit, all.count > limit else { return all }
    let rest = all[(limit - 1)...].joined(separator: " ")
    return all[..<(limit - 1)] + [line(rest, width: width, isCutInTheMiddle: isCutInTheMiddle)]
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Whether any of it is written from right to left.
  var isRightToLeft: Bool {
    unicodeScalars.contains { (0x590..<0x780).contains($0.value) || $0.value == 0x200F }
  }
}
