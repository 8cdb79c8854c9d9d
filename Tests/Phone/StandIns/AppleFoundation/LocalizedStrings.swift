import Foundation
import Synchronization

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
        case .number(let number): number.formatted(.number.locale(Language.current?.locale ?? locale))
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

/// The system's side: the language that an app's strings are shown in, with the app's own string catalogue. On a
/// phone both come with the bundle.
///
/// <https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog>
public struct Language: Sendable {
  /// Its identifier.
  public let identifier: String
  private let formats: [String: Format]

  private enum Format: Sendable {
    case one(String)
    case plural([String: String])
  }

  private struct Catalogue: Decodable {
    struct Entry: Decodable { var localizations: [String: Localization]? }
    struct Localization: Decodable {
      var stringUnit: Unit?
      var variations: Variations?
    }
    struct Variations: Decodable { var plural: [String: Localization]? }
    struct Unit: Decodable { var value: String }
    var strings: [String: Entry]
  }

  /// A language of a catalogue.
  public init(_ identifier: String, catalogue: URL) throws {
    self.identifier = identifier
    let read = try JSONDecoder().decode(Catalogue.self, from: Data(contentsOf: catalogue))
    formats = read.strings.compactMapValues { entry in
      let localization = entry.localizations?[identifier]
      if let unit = localization?.stringUnit { return .one(unit.value) }
      return localization?.variations?.plural.map { .plural($0.compactMapValues(\.stringUnit?.value)) }
    }
  }

  /// The one of a test.
  @TaskLocal public static var ofTask: Language?
  /// The one of a process, on all of its threads.
  private static let ofProcess = Mutex<Language?>(nil)

  /// The one in use; nil is the language that the keys are written in.
  public static var current: Language? { ofTask ?? ofProcess.withLock { $0 } }

  /// Has this process use a language.
  public static func use(_ language: Language?) { ofProcess.withLock { $0 = language } }

  /// How it writes dates and numbers. English writes them as the machine does. The Arabic phone is one of Egypt, whose digits are
  /// others than those of this machine: so it is seen where the app writes a digit that does not go by the region.
  public var locale: Locale {
    switch identifier {
    case "en": .current
    case "ar": Locale(identifier: "ar_EG")
    default: Locale(identifier: identifier)
    }
  }

  /// What a key says, with its values still to come; nil when the catalogue does not have it.
  ///
  /// - Parameter number: the first number among the values, which a plural goes by.
  public func format(for key: String, number: Int?) -> String? {
    switch formats[key] {
    case .one(let format): format
    case .plural(let forms): forms[category(of: number ?? 0)] ?? forms["other"]
    case nil: nil
    }
  }

  /// <https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html>
  private func category(of number: Int) -> String {
    switch (identifier, number, number % 100) {
    case ("ja", _, _): "other"
    case ("ar", 0, _): "zero"
    case ("ar", 2, _): "two"
    case ("ar", _, 3...10): "few"
    case ("ar", _, 11...99): "many"
    case (_, 1, _): "one"
    default: "other"
    }
  }

  /// Puts values into a format, in the order that it asks for.
  public static func fill(_ format: String, with values: [String]) -> String {
    // Swift makes a pattern anew each time that it comes to it, and few formats have values.
    guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
    var rest = values[...]
    return format.replacing(/%(?:(\d+)\$)?(@|lld|llu|lf|%)/) { match in
      if match.2 == "%" { return "%" }
      guard let position = match.1.flatMap({ Int($0) }) else { return rest.popFirst() ?? "" }
      return values.indices.contains(position - 1) ? values[position - 1] : ""
    }
  }
}

extension FormatStyle {
  /// The system's side: the style in the language of the phone. There the current locale goes by the app's language.
  public var inLanguage: Self { Language.current.map { locale($0.locale) } ?? self }
}

extension Date {
  public func formatted(_ format: Date.FormatStyle) -> String { format.inLanguage.format(self) }
}

extension Int64 {
  /// <https://developer.apple.com/documentation/swift/binaryinteger/formatted(_:)>
  public func formatted(_ format: ByteCountFormatStyle) -> String { format.inLanguage.format(self) }
}
