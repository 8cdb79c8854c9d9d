import Foundation

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

  /// The title in an attribute's value; nil when it is malformed, or when it is the name.
  static func title(_ value: [UInt8], of name: FileName) -> String? {
    guard let title = PropertyList.string(value), !title.isEmpty else { return nil }
    let (name, said) = (DocumentName(name), DocumentName(title))
    return said == name || said == name.withoutExtension ? nil : title
  }

  /// The addresses in an attribute's value, or none when it is malformed.
  public static func decode(_ value: [UInt8]) -> [String] { PropertyList.strings(value) ?? [] }

  /// The site in an attribute's value: that of the page, or else of the address; nil when there is none.
  static func site(_ value: [UInt8]) -> String? {
    decode(value).reversed().lazy.compactMap { URL(string: $0)?.host() }.first { !$0.isEmpty }
  }

  /// The attributes that fit into so many bytes, names and values together: a title has a quarter at most, and beside a
  /// comment the addresses have half of the rest. An address loses its query first, then its path; texts lose their ends.
  /// - Returns: the attributes, and which of them are whole.
  static func fitted(
    _ places: [String], _ title: String?, _ comment: String?, into room: Int
  ) -> (values: [(attribute: String, value: [UInt8])], whole: Set<String>) {
    var (room, values): (Int, [(attribute: String, value: [UInt8])]) = (room, [])
    var whole: Set<String> = []
    /// Adds the first form that fits.
    func add(_ attribute: String, _ forms: [any Sendable], atMost share: Int) {
      for (index, form) in forms.enumerated() {
        let value = PropertyList.encode(form)
        guard attribute.utf8.count + value.count <= share else { continue }
        room -= attribute.utf8.count + value.count
        values.append((attribute, value))
        if index == 0 { whole.insert(attribute) }
        return
      }
    }
    func cuts(of text: String) -> [String] {
      // Some characters at once: each try is a property list.
      [text] + stride(from: min(text.count, room) - 1, to: 0, by: -8).map { text.prefix($0) + "…" }
    }
    if let title { add(titleAttribute, cuts(of: title), atMost: room / 4) }
    let plain = places.map { String($0.prefix { $0 != "?" && $0 != "#" }) }
    let site = plain.first.flatMap { URL(string: $0)?.host() }.map { ["https://\($0)/"] }
    let forms = [places, plain, Array(plain.prefix(1)), site ?? []].filter { !$0.isEmpty }
    add(attribute, forms, atMost: comment == nil ? room : room / 2)
    if let comment { add(commentAttribute, cuts(of: comment), atMost: room) }
    return (values, whole)
  }
}
