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
