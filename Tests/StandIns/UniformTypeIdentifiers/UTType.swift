import Foundation

/// A type of data.
///
/// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct>
public struct UTType: Hashable, Codable, Sendable, CustomStringConvertible {
  let declaration: Declaration

  init(_ declaration: Declaration) { self.declaration = declaration }

  // MARK: Making one

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

  /// The declared types with a tag, below a type.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/types(tag:tagclass:conformingto:)>
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    Declaration.all.lazy
      .filter { $0.tags[tagClass, default: []].contains(tag.lowercased()) }
      .map(UTType.init)
      .filter { type in supertype.map(type.conforms) ?? true }
  }

  /// A type that the bundle exports.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(exportedas:conformingto:)>
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(
      Declaration.known(identifier)
        ?? Declaration(identifier, parentType.map { [$0.identifier] } ?? []))
  }

  // MARK: What it is

  /// Its identifier.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/identifier>
  public var identifier: String { declaration.identifier }

  /// The extension to give a file of this type.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/preferredfilenameextension>
  public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

  /// What the user calls it, for the few types that are described here; otherwise nil.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/localizeddescription>
  public var localizedDescription: String? { Self.descriptions[identifier] }
  private static let descriptions = [
    "com.adobe.pdf": "PDF document", "public.jpeg": "JPEG image", "public.png": "PNG image",
  ]

  /// Everything that it is known by.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/tags>
  public var tags: [UTTagClass: [String]] { declaration.tags }

  /// Whether the system made it up for something without a declaration.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/isdynamic>
  public var isDynamic: Bool { identifier.hasPrefix(DynamicIdentifier.prefix) }

  // MARK: What it is a kind of

  /// All types above it.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/supertypes>
  var supertypes: Set<UTType> {
    declaration.supertypes.compactMap { UTType($0) }.reduce(into: []) { all, type in
      all.insert(type)
      all.formUnion(type.supertypes)
    }
  }

  /// Whether it is a type or below it.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/conforms(to:)>
  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

  // MARK: As a value

  /// Types with the same identifier are the same.
  public static func == (first: UTType, second: UTType) -> Bool { first.identifier == second.identifier }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// Decodes an identifier.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Unknown type \(identifier)")
    }
    self = type
  }

  /// Encodes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }

  /// The identifier.
  public var description: String { identifier }
}

/// What a tag is: an extension, for instance.
///
/// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttagclass-swift.struct>
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// The name of the class.
  public let rawValue: String

  /// A class of this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What a file name ends in.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttagclass-swift.struct/filenameextension>
  public static var filenameExtension: UTTagClass { UTTagClass(rawValue: "public.filename-extension") }

  /// A MIME type.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/uttagclass-swift.struct/mimetype>
  static var mimeType: UTTagClass { UTTagClass(rawValue: "public.mime-type") }
}
