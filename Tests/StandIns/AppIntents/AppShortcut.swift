/// The shortcuts that an app has without being asked.
///
/// <https://developer.apple.com/documentation/appintents/appshortcutsprovider>
public protocol AppShortcutsProvider {
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

/// An action with what a person says to have it done.
///
/// <https://developer.apple.com/documentation/appintents/appshortcut>
public struct AppShortcut {
  /// The system's side: what is said.
  public let phrases: [String]
  /// The system's side: what it is called.
  public let shortTitle: LocalizedStringResource

  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
    systemImageName: String
  ) {
    self.phrases = phrases.map(\.text)
    self.shortTitle = shortTitle
  }
}

/// Something that a person says. It has to name the app.
///
/// <https://developer.apple.com/documentation/appintents/appshortcutphrase>
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
  fileprivate let text: String

  public init(stringLiteral value: String) {
    fatalError(
      "“\(value)” does not name the app: https://developer.apple.com/documentation/appintents/appshortcut")
  }

  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) { text += "${applicationName}" }
  }
}

/// What stands for something in a phrase.
public enum AppShortcutPhraseToken: Sendable {
  case applicationName
}

@resultBuilder
public enum AppShortcutsBuilder {
  public static func buildBlock(_ shortcuts: AppShortcut...) -> [AppShortcut] { shortcuts }
}
