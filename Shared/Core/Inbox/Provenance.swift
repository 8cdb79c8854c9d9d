/// The source of a document: the extended attribute that Finder shows as "Where from".
public enum Provenance {
  /// A property list: an array of strings, the address first, then the page or message it was found on.
  public static let attribute = "com.apple.metadata:kMDItemWhereFroms"

  /// A property list: a string, the title of what was shared. What Spotlight calls a document's title.
  public static let titleAttribute = "com.apple.metadata:kMDItemTitle"

  /// A property list: a string, what the user or the sender wrote with it. Finder shows it as the comment.
  public static let commentAttribute = "com.apple.metadata:kMDItemFinderComment"

  /// The comment in an attribute's value; nil when it is malformed or empty.
  static func comment(_ value: [UInt8]) -> String? {
    PropertyList.string(value).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The addresses in an attribute's value, or none when it is malformed.
  public static func decode(_ value: [UInt8]) -> [String] { PropertyList.strings(value) ?? [] }
}
