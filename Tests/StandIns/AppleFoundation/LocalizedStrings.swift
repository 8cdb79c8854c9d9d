import Foundation

extension String {
  /// <https://developer.apple.com/documentation/swift/string/localizationvalue>
  public struct LocalizationValue: Equatable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Equatable, Sendable {
      case literal(String)
      case text(String)
      case number(Int)

      var specifier: String {
        switch self {
        case .literal(let text): text.replacing("%", with: "%%")
        case .text: "%@"
        case .number: "%lld"
        }
      }

      func value(in locale: Locale) -> String? {
        switch self {
        case .literal: nil
        case .text(let text): text
        case .number(let number): number.formatted(.number.locale(locale))
        }
      }
    }

    fileprivate var parts: [Part]

    /// What it is looked up by.
    fileprivate var key: String { parts.map(\.specifier).joined() }
    /// The first number in it.
    fileprivate var number: Int? {
      parts.lazy.compactMap { if case .number(let number) = $0 { number } else { nil } }.first
    }

    public init(_ value: String) { parts = [.literal(value)] }
    public init(stringLiteral value: String) { self.init(value) }
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// What collects the parts. It takes what Apple's takes, and nothing else.
    ///
    /// <https://developer.apple.com/documentation/swift/string/localizationvalue/stringinterpolation>
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var parts: [Part] = []

      public init(literalCapacity: Int, interpolationCount: Int) {}
      public mutating func appendLiteral(_ literal: String) { parts.append(.literal(literal)) }
      public mutating func appendInterpolation(_ string: String) { parts.append(.text(string)) }
      public mutating func appendInterpolation<Value>(_ value: Value)
      where Value: _FormatSpecifiable & SignedInteger {
        parts.append(.number(Int(value)))
      }
      public mutating func appendInterpolation<Format: FormatStyle>(
        _ value: Format.FormatInput, format: Format
      ) where Format.FormatInput: Equatable, Format.FormatOutput == String {
        parts.append(.text(format.format(value)))
      }
    }
  }

  /// The text for a key: in the language that a test or a process chose, else in the one that it is written in.
  ///
  /// <https://developer.apple.com/documentation/swift/string/init(localized:table:bundle:locale:comment:)>
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    let values = keyAndValue.parts.compactMap { $0.value(in: locale) }
    let format = Language.current?.format(for: keyAndValue.key, number: keyAndValue.number)
    self = Language.fill(format ?? keyAndValue.key, with: values)
  }

  /// <https://developer.apple.com/documentation/swift/string/init(localized:)>
  public init(localized resource: LocalizedStringResource) {
    self.init(localized: resource.defaultValue, table: resource.table, locale: resource.locale)
  }
}

public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
  let defaultValue: String.LocalizationValue
  let table: String?
  let locale: Locale

  /// <https://developer.apple.com/documentation/foundation/localizedstringresource/init(_:table:locale:bundle:comment:)>
  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    defaultValue = keyAndValue
    self.table = table
    self.locale = locale
  }

  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }
}

/// <https://developer.apple.com/documentation/swift/_formatspecifiable>
public protocol _FormatSpecifiable: Equatable {}

extension Int: _FormatSpecifiable {}

public protocol CustomLocalizedStringResourceConvertible {
  /// The text, for the system's side.
  var localizedStringResource: LocalizedStringResource { get }
}
