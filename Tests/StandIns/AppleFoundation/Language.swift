import Foundation
import Synchronization

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

  /// How it writes dates and numbers. English writes them as the machine does.
  public var locale: Locale { identifier == "en" ? .current : Locale(identifier: identifier) }

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
