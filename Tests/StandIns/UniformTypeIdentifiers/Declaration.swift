import Foundation

/// What is known of a type.
struct Declaration: Sendable {
  let identifier: String
  let supertypes: [String]
  let tags: [UTTagClass: [String]]

  /// - Parameters:
  ///   - supertypes: the types right above it.
  ///   - extensions: the preferred one first.
  ///   - mimeTypes: the preferred one first.
  init(
    _ identifier: String, _ supertypes: [String], _ extensions: [String] = [], _ mimeTypes: [String] = []
  ) {
    self.identifier = identifier
    self.supertypes = supertypes
    var tags: [UTTagClass: [String]] = [:]
    if !extensions.isEmpty { tags[.filenameExtension] = extensions }
    if !mimeTypes.isEmpty { tags[.mimeType] = mimeTypes }
    self.tags = tags
  }

  private static let byIdentifier = Dictionary(
    uniqueKeysWithValues: all.map { ($0.identifier.lowercased(), $0) })

  /// Identifiers are the same in upper and lower case.
  static func known(_ identifier: String) -> Declaration? { byIdentifier[identifier.lowercased()] }
}
