import Foundation
import UniformTypeIdentifiers

/// What the first bytes of a file say it is: the one table of kinds. What a kind is called that has no name: ``Title``.
///
/// Contents decide over labels, but carefully: a format that is built on another one keeps its own extension (a `.docx` is a
/// ZIP, and stays a `.docx`).
struct Signature: Hashable, Sendable {
  /// The extension for a file that has none.
  let fileExtension: String
  /// How it begins, then what follows.
  private let parts: [String]

  /// So many bytes are enough to tell.
  static let length = 64 << 10

  /// Each character of a beginning is a byte, and "?" is any. What stands behind "…" follows anywhere in the first 4,096 bytes; in
  /// a ZIP it is in the list of its entries, one on a line. The first that fits counts.
  ///
  /// <https://mimesniff.spec.whatwg.org> and <https://www.iana.org/assignments/media-types>; besides them
  /// <https://mp4ra.org/registered-types/brands> and ISO/IEC 23008-12, 10.2 ("ftyp"); RFC 8794, 11.2.4 (EBML); RFC 7845 (Ogg);
  /// ISO/IEC 11172-3, 2.4.2.3 (MP3); EPUB 3.3, 4.3.2; OpenDocument 1.3, part 2, 3.3; ECMA-376, part 2; "Building a Pass" of Apple's
  /// Wallet guide; <https://github.com/obriensp/iWorkFileFormat>; RFC 6350 and 5545.
  static let table = kinds.map { Signature(fileExtension: $1, parts: $0.components(separatedBy: "…")) }
  private static let kinds: KeyValuePairs<String, String> = [
    "%PDF-": "pdf", "\u{89}PNG\r\n\u{1A}\n": "png", "\u{FF}\u{D8}\u{FF}": "jpeg", "GIF87a": "gif",
    "GIF89a": "gif",
    "RIFF????WEBP": "webp", "II*\0": "tiff", "MM\0*": "tiff", "BM????\0\0\0\0": "bmp", "8BPS": "psd",
    "<svg": "svg",
    "\0\0\0\u{C}JXL ": "jxl", "\0\0\0\u{C}jP  ": "jp2",
    // A still or a sequence whose coding the other brands tell.
    "????ftypm?f1…avi": "avif", "????ftypm?f1…hei": "heic", "????ftypm?f1…hev": "heic",
    "????ftypm?f1": "heif",
    "????ftyphei": "heic", "????ftyphev": "heic", "????ftypavi": "avif", "????ftypcrx ": "cr3",
    "????ftypqt  ": "mov", "????ftypiso": "mp4", "????ftypmp4": "mp4", "????ftypavc1": "mp4",
    "????ftypM4V": "mp4",
    "????ftypMSNV": "mp4", "????ftypdash": "mp4", "????ftypM4": "m4a", "????ftyp3g2": "3g2",
    "????ftyp3g": "3gp",
    "\u{1A}E\u{DF}\u{A3}…B\u{82}\u{84}webm": "webm", "\u{1A}E\u{DF}\u{A3}": "mkv", "RIFF????AVI ": "avi",
    "FLV\u{1}": "flv", "\0\0\u{1}\u{BA}": "mpg", "OggS…\u{80}theora": "ogv", "OggS…OpusHead": "opus",
    "OggS": "ogg",
    "fLaC": "flac", "RIFF????WAVE": "wav", "FORM????AIFF": "aiff", "FORM????AIFC": "aifc", "caff": "caf",
    "#!AMR": "amr", "MThd": "mid", "ID3": "mp3", "\u{FF}\u{FB}": "mp3", "\u{FF}\u{FA}": "mp3",
    "\u{FF}\u{F3}": "mp3",
    "\u{FF}\u{F2}": "mp3", "\u{FF}\u{E3}": "mp3", "\u{FF}\u{F1}": "aac", "\u{FF}\u{F9}": "aac",
    "PK\u{3}\u{4}…\nmimetype=application/epub+zip": "epub",
    "PK\u{3}\u{4}…\nmimetype=application/vnd.oasis.opendocument.text-template": "ott",
    "PK\u{3}\u{4}…\nmimetype=application/vnd.oasis.opendocument.text": "odt",
    "PK\u{3}\u{4}…\nmimetype=application/vnd.oasis.opendocument.spreadsheet": "ods",
    "PK\u{3}\u{4}…\nmimetype=application/vnd.oasis.opendocument.presentation": "odp",
    "PK\u{3}\u{4}…\nmimetype=application/vnd.oasis.opendocument.graphics": "odg",
    "PK\u{3}\u{4}…\n[Content_Types].xml\n…\nword/": "docx",
    "PK\u{3}\u{4}…\n[Content_Types].xml\n…\nxl/": "xlsx",
    "PK\u{3}\u{4}…\n[Content_Types].xml\n…\nppt/": "pptx", "PK\u{3}\u{4}…\npass.json\n": "pkpass",
    "PK\u{3}\u{4}…\nIndex/Document.iwa\n…\nIndex/Slide": "key",
    "PK\u{3}\u{4}…\nIndex/Document.iwa\n…\nIndex/Tables/": "numbers",
    "PK\u{3}\u{4}…\nIndex/Document.iwa\n": "pages", "PK\u{3}\u{4}": "zip", "PK\u{5}\u{6}": "zip",
    "Rar!\u{1A}\u{7}": "rar", "7z\u{BC}\u{AF}'\u{1C}": "7z", "\u{1F}\u{8B}\u{8}": "gz", "BZh?1AY&SY": "bz2",
    "\u{FD}7zXZ\0": "xz", "(\u{B5}/\u{FD}": "zst", "bplist0…WebMainResource": "webarchive",
    "<plist…WebMainResource": "webarchive", "bplist0": "plist", "<plist": "plist", "BEGIN:VCARD": "vcf",
    "BEGIN:VCALENDAR": "ics", "{\\rtf": "rtf", "<gpx": "gpx", "<kml": "kml", "<html": "html",
  ]
  /// What those are below that the system need not know.
  private static let families: [(UTType, Set<String>)] = [
    (.image, ["avif", "cr3", "jp2", "jxl"]), (.archive, ["7z", "bz2", "rar", "xz", "zst"]),
    (.movie, ["3g2", "flv", "mkv", "ogv", "webm"]), (.audio, ["aac", "amr", "caf", "mid", "ogg", "opus"]),
    (.text, ["gpx", "kml"]),
  ]
  /// Those on which others are built: what is packed, a property list, XML, text, the TIFF of raw pictures, and what begins as sound of
  /// more than one kind does.
  private static let bases: Set = [
    "7z", "bz2", "gpx", "gz", "html", "ics", "kml", "mp3", "plist", "rar", "rtf", "tiff", "vcf", "webarchive",
    "xz", "zst",
  ]

  private init(fileExtension: String, parts: [String]) {
    (self.fileExtension, self.parts) = (fileExtension, parts)
  }

  init?(_ bytes: [UInt8]) {
    let start = Self.root(bytes) ?? bytes
    lazy var rest = Self.rest(of: start)
    let found = Self.table.first { kind in
      let scalars = kind.parts[0].unicodeScalars
      return scalars.count <= start.count
        && zip(scalars, start).allSatisfy { $0 == "?" || $0.value == UInt32($1) }
        && kind.parts.dropFirst().allSatisfy { rest.contains($0) }
    }
    guard let found else { return nil }
    self = found
  }

  /// The type of an extension that an app declared, or that is in the table; nil of any other.
  static func type(of ending: some StringProtocol) -> UTType? {
    UTType.declared(ending) ?? table.first { $0.fileExtension == ending.lowercased() }?.type
  }

  /// Whether a format with another extension may be built on it: Illustrator's on PDF, and any on a ZIP or a property list.
  func isBase(of fileExtension: String) -> Bool {
    !isUnmistakable || self.fileExtension == "pdf" && fileExtension == "ai"
  }

  /// Whether it is a format of its own. A template is packed as its document.
  var isUnmistakable: Bool { !isPacked && !Self.bases.contains(fileExtension) }

  private var isPacked: Bool { parts[0].hasPrefix("PK") }

  var type: UTType {
    // By the extension, the system finds `com.apple.m4a-audio`, to which other sound in MPEG-4 does not conform.
    if fileExtension == "m4a" { return .mpeg4Audio }
    let family = Self.families.first { $1.contains(fileExtension) }?.0 ?? .data
    return UTType.declared(fileExtension) ?? UTType(filenameExtension: fileExtension, conformingTo: family)
      ?? .data
  }

  /// The types of the HEIF container: pictures and sequences of them.
  static let heifs: [UTType] =
    [.heic, .heif] + ["public.heics", "public.heifs"].compactMap { UTType($0) }

  /// Whether a file that begins so cannot be of a type.
  ///
  /// - Parameter own: the declared type of the file's extension.
  func contradicts(_ own: UTType, fileExtension: String) -> Bool {
    if own == .data || own.conforms(to: type) || type.conforms(to: own) { return false }
    // Documents, books, apps, models: any of them may be packed. Pictures, films and text are not.
    let isPlain = [.image, .audiovisualContent, .pdf, .plainText, .rtf, .html].contains(where: own.conforms)
    switch self.fileExtension {
    // One container, and which of them it is lies in the coding of the picture, and in how many there are.
    case "heic", "heif": return !Self.heifs.contains(own)
    case "tiff": return !own.conforms(to: .image)
    // Sound alone may be called as a film is.
    case "m4a" where own == .mpeg4Movie: return false
    case "mp3": return !own.conforms(to: .audio)
    case "wav", "3gp", "3g2": return !own.conforms(to: .audiovisualContent)
    case "mp4", "m4a", "mov":
      // M4V, M4B and more are the same container; only the two that are often mixed up are told apart.
      return [.quickTimeMovie, .mpeg4Movie, .mp3, .wav].contains(own)
        || !own.conforms(to: .audiovisualContent)
    case "ogg", "ogv", "opus": return !["oga", "ogg", "ogv", "opus", "spx"].contains(fileExtension)
    case "pdf": return !isBase(of: fileExtension)
    case "webarchive" where own.conforms(to: .propertyList): return true
    case "plist" where parts[0] == "bplist0": return isPlain || own == .zip
    case "plist", "vcf", "ics", "rtf", "gpx", "kml", "html":
      return !own.conforms(to: .text) && (isPlain || own == .zip)
    default:
      // A ZIP says what it is. Another archive that is called as one is none.
      return isUnmistakable || isPlain || own == .zip || !isPacked && own.conforms(to: .archive)
    }
  }

  /// Whether its extension takes the place of that of a type, because one may be mistaken for the other. Behind "tar" belongs what
  /// packs it.
  func replaces(_ own: UTType) -> Bool {
    if own.conforms(to: .archive) { return own.preferredFilenameExtension != "tar" }
    return [.image, .audiovisualContent, .compositeContent].contains {
      own.conforms(to: $0) && type.conforms(to: $0)
    }
      || fileExtension == "webarchive" && own.conforms(to: .propertyList)
  }

  /// XML from its root on, without what stands in front of it.
  private static func root(_ bytes: [UInt8]) -> [UInt8]? {
    // A mark of UTF-8 is no text.
    guard let first = bytes.first, [0xEF, 0x0A, 0x0D, 0x20, UInt8(ascii: "<")].contains(first) else {
      return nil
    }
    let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    let prolog = /\u{FEFF}?\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<![A-Za-z][^\[>]*(?:\[.*?\]\s*)?>\s*)*/
    return text.prefixMatch(of: prolog.dotMatchesNewlines()).map { Array(text[$0.range.upperBound...].utf8) }
  }

  /// What parts are looked for in: of ISO media the first box, which has the brands; of a ZIP the names of its entries, as far as
  /// they can be followed, and what one that is called "mimetype" holds.
  private static func rest(of bytes: [UInt8]) -> String {
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      return text(bytes.prefix(max(bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }, 12)).prefix(512))
    }
    let mark = Array("PK\u{3}\u{4}".utf8)
    guard bytes.starts(with: mark) else {
      return String(String.UnicodeScalarView(bytes.prefix(4_096).map { Unicode.Scalar($0) }))
    }
    // <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, 4.3.7.
    var (list, place) = ("\n", 0)
    while place + 30 <= bytes.count, bytes[place...].starts(with: mark) {
      let (name, size) = (place + 30, number(place + 18, 4))
      let contents = name + number(place + 26, 2) + number(place + 28, 2)
      guard contents <= bytes.count else { break }
      list += text(bytes[name..<name + number(place + 26, 2)])
      // The size may stand behind the contents.
      place =
        size > 0 || bytes[place + 6] & 8 == 0
        ? contents + size
        : bytes[contents...].indices.first { bytes[$0...].starts(with: mark) } ?? bytes.count
      if list.hasSuffix("\nmimetype") {
        list += "=" + text(bytes[contents..<min(place, bytes.count)].prefix(100))
      }
      list += "\n"
    }
    return list
  }
}
