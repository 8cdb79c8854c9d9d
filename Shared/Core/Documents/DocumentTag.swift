import Foundation

/// A tag, as Finder and Files write it.
public struct DocumentTag: Hashable, Sendable, Identifiable {
  /// The tag as it is stored: its name, and behind a line feed the number of its colour.
  let stored: String

  /// The text that the user sees.
  public var name: String { stored.split(separator: "\n").first.map(String.init) ?? "" }
  /// The stored text: two colours of one name are two tags.
  public var id: String { stored }

  /// The tag that a user typed, without a colour; nil when nothing is left of the text.
  public init?(named text: String) {
    let name = text.components(separatedBy: .newlines).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { return nil }
    stored = name
  }

  fileprivate init(stored: String) { self.stored = stored }

  /// Reads the attribute's value: a property list, an array of strings. nil when it is anything else.
  static func decode(_ value: [UInt8]) -> [DocumentTag]? {
    // Any app may have written it, so a malformed value is no error.
    let list = try? PropertyListSerialization.propertyList(from: Data(value), format: nil)
    return (list as? [String])?.map(DocumentTag.init(stored:))
  }

  /// The attribute's value for these tags.
  static func encode(_ tags: [DocumentTag]) -> [UInt8] {
    // An array of strings always has a property list.
    let data = try? PropertyListSerialization.data(
      fromPropertyList: tags.map(\.stored), format: .binary, options: 0)
    return Array(data ?? Data())
  }
}
