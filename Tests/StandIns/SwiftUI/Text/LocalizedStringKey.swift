import AppleFoundation
import Foundation

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let key: String
  let arguments: [String]

  public init(_ value: String) {
    key = value
    arguments = []
  }
  public init(stringLiteral value: String) { self.init(value) }
  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    arguments = stringInterpolation.arguments
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var arguments: [String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + interpolationCount * 4)
    }

    mutating func append(_ specifier: String, _ argument: String) {
      key += specifier
      arguments.append(argument)
    }

    public mutating func appendLiteral(_ literal: String) {
      key += literal.replacing("%", with: "%%")
    }
    public mutating func appendInterpolation(_ string: String) { append("%@", string) }
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
      // The only number that conforms.
      if let number = value as? Int { append("%lld", number.formatted()) }
    }
  }
}

extension LocalizedStringKey {
  /// The string in a bundle's language, with its values.
  func resolved(table: String? = nil, bundle: Bundle? = nil) -> String {
    let format =
      Language.current?.format(for: key, number: number)
      ?? (bundle ?? .main).localizedString(forKey: key, value: key, table: table)
    var values = arguments[...]
    var result = ""
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        result += "%"
        rest = rest.dropFirst()
      } else if let match = rest.prefixMatch(of: /(?:(\d+)\$)?[-+ #0]*\d*(?:\.\d+)?(?:ll|l|h|z)?[@a-zA-Z]/) {
        let position = match.1.flatMap { Int($0) }
        if let position, arguments.indices.contains(position - 1) {
          result += arguments[position - 1]
        } else {
          result += values.popFirst() ?? ""
        }
        rest = rest[match.range.upperBound...]
      } else {
        result += "%"
      }
    }
    return Self.inflected(result + rest)
  }

  /// The first number among the values, which a plural goes by.
  private var number: Int? {
    // Swift makes a pattern anew each time that it comes to it, and few keys have values.
    if arguments.isEmpty { return nil }
    return zip(key.matches(of: /%(@|ll[du]|[duf])/), arguments).lazy
      .filter { $0.0.output.1 != "@" }
      // As it is shown, with separators.
      .compactMap { Int($0.1.filter(\.isNumber)) }.first
  }

  /// English grammar agreement: `^[2 document](inflect: true)` is “2 documents”.
  private static func inflected(_ string: String) -> String {
    // As above.
    guard string.utf8.contains(UInt8(ascii: "^")) else { return string }
    return string.replacing(/\^\[([^\]]*)\]\(inflect: true\)/) { match in
      let phrase = String(match.1)
      let isOne = phrase.split(separator: " ").first == "1"
      return isOne || phrase.hasSuffix("s") ? phrase : phrase + "s"
    }
  }
}
