/// The shortcuts that an app has without being asked.
///
/// <https://developer.apple.com/documentation/appintents/appshortcutsprovider>
public protocol AppShortcutsProvider {
  /// Those shortcuts.
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

/// An action with what the user says to have it done.
///
/// <https://developer.apple.com/documentation/appintents/appshortcut>
public struct AppShortcut {
  /// The system's side: what is said.
  public let phrases: [String]
  /// The system's side: what it is called.
  public let shortTitle: LocalizedStringResource

  /// Makes a shortcut of an action.
  ///
  /// <https://developer.apple.com/documentation/appintents/appshortcut/init(intent:phrases:shorttitle:systemimagename:)-8yntq>
  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
    systemImageName: String
  ) {
    self.phrases = phrases.map(\.text)
    self.shortTitle = shortTitle
  }
}

/// What the user says. It has to name the app.
///
/// <https://developer.apple.com/documentation/appintents/appshortcutphrase>
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
  fileprivate let text: String

  /// Stops the process: a phrase without the app's name is refused there, too.
  public init(stringLiteral value: String) {
    fatalError(
      "“\(value)” does not name the app: https://developer.apple.com/documentation/appintents/appshortcut")
  }

  /// Makes a phrase with the app's name in it.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// What is put together for a phrase.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Adds the app's name.
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) { text += "${applicationName}" }
  }
}

/// What stands for something in a phrase.
///
/// <https://developer.apple.com/documentation/appintents/appshortcutphrasetoken>
public enum AppShortcutPhraseToken: Sendable {
  /// The app's name.
  case applicationName
}

/// Puts shortcuts into a list.
///
/// <https://developer.apple.com/documentation/appintents/appshortcutsbuilder>
@resultBuilder
public enum AppShortcutsBuilder {
  /// Makes the list.
  public static func buildBlock(_ shortcuts: AppShortcut...) -> [AppShortcut] { shortcuts }
}
