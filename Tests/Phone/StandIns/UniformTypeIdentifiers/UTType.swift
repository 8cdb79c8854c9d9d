import Foundation

/// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct>
public struct UTType: Hashable, Codable, Sendable, CustomStringConvertible {
  let declaration: Declaration

  init(_ declaration: Declaration) { self.declaration = declaration }

  /// The type with an identifier; nil when it is not known.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(_:)>
  public init?(_ identifier: String) {
    guard let declaration = Declaration.known(identifier) ?? DynamicIdentifier(identifier)?.declaration else {
      return nil
    }
    self.init(declaration)
  }

  /// The type of files with an extension, below a type. An extension that is not known there makes a
  /// dynamic type.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(filenameextension:conformingto:)>
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// The type of a MIME type, below a type. One that is not known there makes a dynamic type.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(mimetype:conformingto:)>
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// The type with a tag, below a type. A tag that is not known there makes a dynamic type.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(tag:tagclass:conformingto:)>
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard !tag.isEmpty else { return nil }
    if let known = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first {
      self = known
    } else {
      self.init(
        DynamicIdentifier(tag: tag.lowercased(), tagClass: tagClass, supertype: supertype?.identifier)
          .declaration)
    }
  }

  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    Declaration.all.lazy
      .filter { $0.tags[tagClass, default: []].contains(tag.lowercased()) }
      .map(UTType.init)
      .filter { type in supertype.map(type.conforms) ?? true }
  }

  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(exportedas:conformingto:)>
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(
      Declaration.known(identifier)
        ?? Declaration(identifier, parentType.map { [$0.identifier] } ?? []))
  }

  public var identifier: String { declaration.identifier }

  public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

  /// What the user calls it, for the few types that are described here; otherwise nil.
  public var localizedDescription: String? { Self.descriptions[identifier] }
  private static let descriptions = [
    "com.adobe.pdf": "PDF document", "public.jpeg": "JPEG image", "public.png": "PNG image",
  ]

  public var tags: [UTTagClass: [String]] { declaration.tags }

  /// Whether the system made it up for something without a declaration.
  public var isDynamic: Bool { identifier.hasPrefix(DynamicIdentifier.prefix) }

  /// All types above it.
  var supertypes: Set<UTType> {
    declaration.supertypes.compactMap { UTType($0) }.reduce(into: []) { all, type in
      all.insert(type)
      all.formUnion(type.supertypes)
    }
  }

  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

  public static func == (first: UTType, second: UTType) -> Bool { first.identifier == second.identifier }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Unknown type \(identifier)")
    }
    self = type
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }

  public var description: String { identifier }
}

/// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttagclass-swift.struct>
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var filenameExtension: UTTagClass { UTTagClass(rawValue: "public.filename-extension") }
  static var mimeType: UTTagClass { UTTagClass(rawValue: "public.mime-type") }
}

extension UTType {
  public static var item: UTType { declared("public.item") }
  public static var content: UTType { declared("public.content") }
  public static var data: UTType { declared("public.data") }
  public static var directory: UTType { declared("public.directory") }
  public static var folder: UTType { declared("public.folder") }
  public static var package: UTType { declared("com.apple.package") }
  public static var symbolicLink: UTType { declared("public.symlink") }
  public static var url: UTType { declared("public.url") }
  public static var fileURL: UTType { declared("public.file-url") }
  public static var text: UTType { declared("public.text") }
  public static var plainText: UTType { declared("public.plain-text") }
  public static var utf8PlainText: UTType { declared("public.utf8-plain-text") }
  public static var utf16PlainText: UTType { declared("public.utf16-plain-text") }
  public static var utf16ExternalPlainText: UTType { declared("public.utf16-external-plain-text") }
  public static var rtf: UTType { declared("public.rtf") }
  /// `com.apple.rtfd`, for the system's side.
  public static var rtfd: UTType { declared("com.apple.rtfd") }
  public static var flatRTFD: UTType { declared("com.apple.flat-rtfd") }
  public static var xml: UTType { declared("public.xml") }
  public static var json: UTType { declared("public.json") }
  public static var sourceCode: UTType { declared("public.source-code") }
  public static var html: UTType { declared("public.html") }
  public static var propertyList: UTType { declared("com.apple.property-list") }
  public static var pdf: UTType { declared("com.adobe.pdf") }
  public static var webArchive: UTType { declared("com.apple.webarchive") }
  public static var image: UTType { declared("public.image") }
  public static var jpeg: UTType { declared("public.jpeg") }
  public static var png: UTType { declared("public.png") }
  public static var gif: UTType { declared("com.compuserve.gif") }
  public static var rawImage: UTType { declared("public.camera-raw-image") }
  public static var heif: UTType { declared("public.heif") }
  public static var heic: UTType { declared("public.heic") }
  public static var webP: UTType { declared("org.webmproject.webp") }
  public static var livePhoto: UTType { declared("com.apple.live-photo") }
  public static var compositeContent: UTType { declared("public.composite-content") }
  public static var audiovisualContent: UTType { declared("public.audiovisual-content") }
  public static var audio: UTType { declared("public.audio") }
  public static var movie: UTType { declared("public.movie") }
  public static var quickTimeMovie: UTType { declared("com.apple.quicktime-movie") }
  public static var mpeg4Movie: UTType { declared("public.mpeg-4") }
  public static var mpeg4Audio: UTType { declared("public.mpeg-4-audio") }
  public static var mp3: UTType { declared("public.mp3") }
  public static var wav: UTType { declared("com.microsoft.waveform-audio") }
  public static var archive: UTType { declared("public.archive") }
  public static var emailMessage: UTType { declared("public.email-message") }
  public static var zip: UTType { declared("public.zip-archive") }
  /// `org.gnu.gnu-zip-archive`, for the system's side.
  public static var gzip: UTType { declared("org.gnu.gnu-zip-archive") }

  private static func declared(_ identifier: String) -> UTType {
    guard let declaration = Declaration.known(identifier) else {
      preconditionFailure("\(identifier) is in no row of the table.")
    }
    return UTType(declaration)
  }
}
