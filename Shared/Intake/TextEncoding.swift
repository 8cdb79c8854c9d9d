import Foundation

extension String {
  /// Text of bytes, of which the last character may be cut if they are all that was read: by its mark, else UTF-8 if it is that, else as declared, else as pages
  /// are read: <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>.
  ///
  /// - Parameters:
  ///   - declared: the name of an encoding.
  ///   - guesses: whether to look for what the bytes are most likely to be, in the place of what pages are that declare nothing.
  init(decoding bytes: some Collection<UInt8>, declared: String? = nil, guesses: Bool = false) {
    let bytes = Array(bytes)
    let named = declared.flatMap(Encoding.init(label:))
    let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let cuts = 0...(bytes.count < Signature.length ? 0 : 3)
    let isUTF8 = cuts.contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    // ISO 2022 is of 7 bits, as ASCII is. What has no byte of 8 but zeros has 16.
    let isPlain = isUTF8 && named != .iso2022JP && !(guesses && bytes.contains(0))
    let encoding =
      isMarked ? .utf16 : isPlain ? .utf8 : named ?? (guesses ? Encoding(of: bytes) : .windowsCP1252)
    let text = cuts.lazy.compactMap { String(data: Data(bytes.dropLast($0)), encoding: encoding) }.first
    let whole = text ?? String(bytes: bytes, encoding: .isoLatin1) ?? ""
    self = whole.hasPrefix("\u{FEFF}") ? String(whole.dropFirst()) : whole
  }
}

extension String.Encoding {
  /// By its name in mail and on the web: <https://encoding.spec.whatwg.org/#names-and-labels>. Some are read as a larger one, as
  /// that page says: Latin 1 as Windows reads it.
  init?(label: some StringProtocol) {
    let name = label.lowercased().filter { $0.isLetter || $0.isNumber }
    if let match = name.wholeMatch(of: /(windows|x?cp|iso8859)(125)?(\d{1,2})/),
      let number = UInt(match.output.3)
    {
      switch (match.output.1, number) {
      case ("iso8859", 1): self = .windowsCP1252
      case ("iso8859", 9): self = .windowsCP1254
      case ("iso8859", _): self = .system(0x200 + number)
      default: self = .system(0x500 + (number > 2 ? number : (number + 1) % 3))
      }
      return
    }
    guard let known = Self.labels.first(where: { $0.names.contains(name) }) else { return nil }
    self = known.encoding
  }

  private static let labels: [(encoding: Self, names: Set<String>)] = [
    (.utf8, ["utf8"]), (.utf16LittleEndian, ["utf16", "utf16le"]), (.utf16BigEndian, ["utf16be"]),
    (.windowsCP1252, ["ascii", "l1", "latin1", "usascii"]), (.isoLatin2, ["latin2"]),
    (.koi8, ["koi8", "koi8r", "koi8u"]),
    (.japanese, ["mskanji", "shiftjis", "sjis", "windows31j", "xsjis"]), (.japaneseEUC, ["eucjp", "xeucjp"]),
    (.iso2022JP, ["iso2022jp"]), (.korean, ["cp949", "euckr", "ksc56011987", "windows949"]),
    (.chinese, ["cp936", "euccn", "gb18030", "gb2312", "gbk", "xgbk"]),
    (.big5, ["big5", "big5hkscs", "xxbig5"]),
  ]
  /// By its number in CFStringEncodingExt.h; Foundation's is larger by this.
  private static func system(_ number: UInt) -> Self { Self(rawValue: 0x8000_0000 | number) }
  private static let (japanese, korean, chinese) = (system(0x420), system(0x422), system(0x632))
  private static let (big5, koi8) = (system(0xA03), system(0xA02))

  /// What bytes that are no UTF-8 are most likely written in. In Western text an accent stands alone between letters of ASCII;
  /// elsewhere such bytes stand together: in pairs in Korea, China and Japan, in words of any length in Russia. What is frequent:
  /// <https://www-archive.mozilla.org/projects/intl/universalcharsetdetection>.
  fileprivate init(of bytes: [UInt8]) {
    let runs = bytes.split { $0 < 0x80 }
    let high = Array(runs.joined())
    let leads = runs.flatMap { run in stride(from: run.startIndex, to: run.endIndex, by: 2).map { run[$0] } }
    func most(_ part: Int, of all: [UInt8], are range: ClosedRange<UInt8>) -> Bool {
      all.count(where: range.contains) * 100 > all.count * part
    }
    let zeros = bytes.indices.filter { bytes[$0] == 0 }
    let likely: [(Bool, Self)] = [
      (zeros.count { $0 % 2 == 0 } * 2 > zeros.count, .utf16BigEndian), (!zeros.isEmpty, .utf16LittleEndian),
      (runs.count * 2 >= high.count, .windowsCP1252), (most(10, of: high, are: 0x80...0x9F), .japanese),
      (most(90, of: high, are: 0xC0...0xFF) && most(50, of: high, are: 0xE0...0xFF), .windowsCP1251),
      (most(90, of: high, are: 0xC0...0xFF), .koi8), (runs.contains { $0.count % 2 == 1 }, .big5),
      (most(20, of: leads, are: 0xA4...0xA5), .japaneseEUC), (most(95, of: leads, are: 0xB0...0xC8), .korean),
    ]
    self = likely.first(where: \.0)?.1 ?? .chinese
  }
}
