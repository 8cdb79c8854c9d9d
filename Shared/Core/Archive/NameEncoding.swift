import Foundation

/// How the names of an archive are read.
///
/// UTF-8 if they can be, whether bit 11 says so or not: Apple's archives do not say so. Older programs wrote the code
/// page of their computer and did not say which, so the user's languages decide. Else it is the code page of the format,
/// CP437, which has a character for every byte: APPNOTE, appendix D.
struct NameEncoding {
  private let legacy: String.Encoding?

  /// - Parameter languages: the user's, the preferred one first. The first that has a code page of its own decides.
  init(languages: [String] = Locale.preferredLanguages) {
    legacy = languages.lazy.compactMap(Self.legacy).first
  }

  /// The text of a name.
  func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    if let legacy, let text = String(bytes: bytes, encoding: legacy) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : Self.upper[Int(byte) - 0x80]) }
    return String(text)
  }

  /// The code page that computers of a language had; nil for those that are read as CP437.
  private static func legacy(of identifier: String) -> String.Encoding? {
    let language = Locale.Language(identifier: identifier)
    return switch language.languageCode?.identifier {
    case "ja": encoding(dosJapanese)
    case "ko": encoding(dosKorean)
    case "zh": encoding(language.maximalIdentifier.contains("Hant") ? big5 : gb18030)
    default: nil
    }
  }

  // Numbers of CFStringEncodings, in CFStringEncodingExt.h.
  private static let dosJapanese: UInt = 0x0420
  private static let dosKorean: UInt = 0x0422
  private static let gb18030: UInt = 0x0632
  private static let big5: UInt = 0x0A03

  /// Foundation's number of an encoding of Core Foundation, as `CFStringConvertEncodingToNSStringEncoding` makes it.
  private static func encoding(_ number: UInt) -> String.Encoding {
    String.Encoding(rawValue: 0x8000_0000 | number)
  }

  /// The upper half of CP437.
  private static let upper = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
