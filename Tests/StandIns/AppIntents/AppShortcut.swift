public protocol AppShortcutsProvider {
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

public struct AppShortcut {
  /// The system's side: what is said.
  public let phrases: [String]
  /// The system's side: what it is called.
  public let shortTitle: LocalizedStringResource

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
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
  fileprivate let text: String

  /// Stops the process: a phrase without the app's name is refused there, too.
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

public enum AppShortcutPhraseToken: Sendable {
  case applicationName
}

@resultBuilder
public enum AppShortcutsBuilder {
  public static func buildBlock(_ shortcuts: AppShortcut...) -> [AppShortcut] { shortcuts }
}
