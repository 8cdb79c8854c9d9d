import UniformTypeIdentifiers

/// What the first bytes of a file say it is, for the few formats whose beginnings leave no doubt.
///
/// Contents decide over labels, but carefully: a format that is built on another one keeps its own
/// extension (a `.docx` is a ZIP, and stays a `.docx`). The raw value is the extension, but for XML.
enum Signature: String, Hashable, Sendable {
  case pdf, png, jpeg, gif, heic, heif, zip, docx, xlsx, pptx, epub, mp3, wav
  case mpeg4 = "mp4"
  case mpeg4Audio = "m4a"
  case quickTime = "mov"
  case binaryPropertyList = "plist"
  case xmlPropertyList = "xml"

  /// So many bytes are enough to tell.
  static let length = 4096

  /// How the files of a format begin; each character is a byte.
  private static let beginnings: KeyValuePairs<String, Signature> = [
    "%PDF-": .pdf, "\u{89}PNG\r\n\u{1A}\n": .png, "\u{FF}\u{D8}\u{FF}": .jpeg, "GIF87a": .gif, "GIF89a": .gif,
    "PK\u{3}\u{4}": .zip, "PK\u{5}\u{6}": .zip, "ID3": .mp3, "\u{FF}\u{FB}": .mp3,
    "bplist0": .binaryPropertyList,
  ]

  init?(_ bytes: [UInt8]) {
    let known = Self.beginnings.first { beginning, _ in
      bytes.starts(with: beginning.unicodeScalars.map { UInt8($0.value) })
    }
    if let known = known?.value {
      self = known == .zip ? Self.document(packed: bytes) ?? .zip : known
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) {
      self = .wav
    } else if let brand = Self.brand(bytes) {
      guard let media = Self.media(brand) else { return nil }
      self = media
    } else if Self.isXMLPropertyList(bytes) {
      self = .xmlPropertyList
    } else {
      return nil
    }
  }

  /// The extension for a file that has none.
  var fileExtension: String { self == .xmlPropertyList ? "plist" : rawValue }

  /// Whether a format with another extension may be built on it: Illustrator's on PDF, and any on a ZIP or a property list.
  func isBase(of fileExtension: String) -> Bool { !isUnmistakable || self == .pdf && fileExtension == "ai" }

  /// Whether it is a format of its own; any format may be packed as a ZIP or a property list, a template is packed as its
  /// document, and sound of more than one kind begins as MP3 does.
  var isUnmistakable: Bool {
    ![.zip, .binaryPropertyList, .xmlPropertyList, .docx, .xlsx, .pptx, .epub, .mp3].contains(self)
  }

  var type: UTType {
    // By the extension, the system finds `com.apple.m4a-audio`, to which other sound in MPEG-4 does not conform.
    self == .mpeg4Audio ? .mpeg4Audio : UTType(filenameExtension: fileExtension) ?? .data
  }

  /// The types of the HEIF container: pictures and sequences of them.
  static let heifs: [UTType] =
    [.heic, .heif] + ["public.heics", "public.heifs"].compactMap { UTType($0) }

  /// Whether a file that begins so cannot be of a type.
  ///
  /// - Parameter own: the declared type of the file's extension.
  func contradicts(_ own: UTType, fileExtension: String) -> Bool {
    if own == .data || own.conforms(to: type) || type.conforms(to: own) { return false }
    switch self {
    case .heic, .heif:
      // One container, and which of them it is lies in the coding of the picture, and in how many there are.
      return !Self.heifs.contains(own)
    case .mpeg4Audio where own == .mpeg4Movie:
      // Sound alone may be called as a film is.
      return false
    case .mp3, .wav: return !own.conforms(to: .audiovisualContent)
    case .zip, .docx, .xlsx, .pptx, .epub:
      // Documents, books, apps, models: any of them may be a ZIP. Pictures, films and text are none.
      return [.image, .audiovisualContent, .pdf, .plainText, .rtf, .html].contains(where: own.conforms)
    case .binaryPropertyList:
      return [.image, .audiovisualContent, .pdf, .plainText, .zip].contains(where: own.conforms)
    case .xmlPropertyList:
      return [.image, .audiovisualContent, .pdf, .zip].contains(where: own.conforms)
        && !own.conforms(to: .text)
    case .mpeg4, .mpeg4Audio, .quickTime:
      // 3GP, M4V, M4B and more are the same container; only the two that are often mixed up are told apart.
      let isMovie = own == .quickTimeMovie || own == .mpeg4Movie
      return isMovie || own == .mp3 || own == .wav || !own.conforms(to: .audiovisualContent)
    case .pdf:
      return !isBase(of: fileExtension)
    case .png, .jpeg, .gif:
      return true
    }
  }

  /// What a ZIP says it is: a book by its first entry (EPUB 3.3, 4.3.2), a document of Office by the folder of its parts
  /// (ECMA-376, part 2). The names of entries stand in the file as they are.
  private static func document(packed bytes: [UInt8]) -> Signature? {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("mimetypeapplication/epub+zip") { return .epub }
    guard text.contains("[Content_Types].xml") else { return nil }
    return text.contains("word/") ? .docx : text.contains("xl/") ? .xlsx : text.contains("ppt/") ? .pptx : nil
  }

  /// The major brand of an ISO base media file (ISO/IEC 14496-12, 4.3), and the compatible ones after it.
  private static func brand(_ bytes: [UInt8]) -> [String]? {
    guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(max(length, 12), bytes.count)
    let compatible = stride(from: 16, to: end - 3, by: 4).map { bytes[$0..<$0 + 4] }
    return ([bytes[8..<12]] + compatible).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func media(_ brands: [String]) -> Signature? {
    let heic: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
    switch brands[0] {
    case let brand where heic.contains(brand): return .heic
    // A still or a sequence whose coding the other brands tell (ISO/IEC 23008-12, 10.2). AVIF is none of ours.
    case "mif1", "msf1":
      return brands.contains("avif") ? nil : brands.contains(where: heic.contains) ? .heic : .heif
    case "qt  ": return .quickTime
    case "M4A ", "M4B ", "M4P ": return .mpeg4Audio
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH", "MSNV",
      "dash":
      return .mpeg4
    // 3GP, AVIF, CR3 and others: nothing that we correct.
    default: return nil
    }
  }

  private static func isXMLPropertyList(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(512), as: UTF8.self)
    return start.hasPrefix("<?xml") && (start.contains("<!DOCTYPE plist") || start.contains("<plist"))
  }
}
