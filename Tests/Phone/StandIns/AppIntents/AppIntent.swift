@_exported import AppleFoundation
@_exported import Foundation

public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  /// <https://developer.apple.com/documentation/appintents/appintent/summarycontent>
  associatedtype SummaryContent: ParameterSummary

  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  /// <https://developer.apple.com/documentation/appintents/appintent/parametersummary-4vgic>
  static var parameterSummary: SummaryContent { get }

  static var openAppWhenRun: Bool { get }
  /// What it asks of the user before it runs, such as to unlock the device.
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  static var isDiscoverable: Bool { get }

  /// The system makes an action, then sets its parameters.
  init()

  func perform() async throws -> PerformResult
}

extension AppIntent {
  public static var description: IntentDescription? { nil }

  public static var openAppWhenRun: Bool { false }
  /// Nothing: it runs on a locked device, too.
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
  public static var isDiscoverable: Bool { true }

  /// No sentence: the editor shows the title, and the parameters below it.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/parametersummary-4vgic>
  public static var parameterSummary: some ParameterSummary { Summary() }

  public typealias Summary = IntentParameterSummary<Self>

  public typealias Parameter = IntentParameter
}

/// What an action asks of the user before it runs.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
  /// Nothing, also on a locked device.
  case alwaysAllowed
  case requiresAuthentication
  case requiresLocalDeviceAuthentication
}

public struct IntentDescription: Sendable, ExpressibleByStringLiteral {
  /// What it does.
  let descriptionText: LocalizedStringResource

  /// Makes a description. Categories and search words are not shown here.
  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {
    self.descriptionText = descriptionText
  }

  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
}

public protocol IntentResult {
  associatedtype Value: _IntentValue = Never
  var value: Value? { get }
}

public protocol ReturnsValue<Value>: IntentResult {}

public protocol ProvidesDialog: IntentResult {
  var dialog: IntentDialog? { get }
}

/// Which of its conformances depend on its parameters is not known.
public struct IntentResultContainer<Value: _IntentValue, OpensAppIntent: AppIntent, Snippet, Dialog>:
  ReturnsValue, ProvidesDialog
{
  public var value: Value?
  public var dialog: IntentDialog?
}

extension IntentResult {
  public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> {
    IntentResultContainer()
  }

  public static func result<Value: _IntentValue>(value: Value) -> Self
  where Self == IntentResultContainer<Value, Never, Never, Never> {
    IntentResultContainer(value: value)
  }

  public static func result<Value: _IntentValue>(value: Value, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Value, Never, Never, IntentDialog> {
    IntentResultContainer(value: value, dialog: dialog)
  }

  public static func result(dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
    IntentResultContainer(dialog: dialog)
  }
}

// What a result has not is of the type Never.
extension Never: _IntentValue {}
extension Never: AppIntent {
  public static var title: LocalizedStringResource { "" }
  public init() { preconditionFailure("There is no value of the type Never.") }
  public func perform() async throws -> some IntentResult { .result() }
}

public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
  private let text: LocalizedStringResource

  public init(stringLiteral value: String) { text = LocalizedStringResource(stringLiteral: value) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    text = LocalizedStringResource(stringInterpolation: stringInterpolation)
  }
}

extension IntentDialog {
  /// The simulator's side: what is shown.
  public var shown: String { String(localized: text) }
}

/// An action with its parameters in one sentence, as the editor of Shortcuts shows it.
public protocol ParameterSummary {
  associatedtype Intent: AppIntent
}

public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
  /// <https://developer.apple.com/documentation/appintents/intentparametersummary/init()>
  public init() {}

  /// <https://developer.apple.com/documentation/appintents/intentparametersummary/init(_:table:)>
  public init(_ string: ParameterSummaryString<Intent>, table: String? = nil) {}

  /// <https://developer.apple.com/documentation/appintents/intentparametersummary/init(_:table:_:)>
  public init(
    _ string: ParameterSummaryString<Intent>, table: String? = nil,
    @IntentParameterSummary<Intent>.ParameterKeyPathsBuilder
    _ additionalParameterKeyPaths: () -> [PartialKeyPath<Intent>]
  ) {}

  @resultBuilder
  public enum ParameterKeyPathsBuilder {
    public static func buildExpression<ValueType: _IntentValue>(
      _ expression: KeyPath<Intent, IntentParameter<ValueType>>
    ) -> PartialKeyPath<Intent> { expression }
    public static func buildBlock(_ blocks: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>] { blocks }
  }
}

public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}

  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    /// <https://developer.apple.com/documentation/appintents/parametersummarystring/stringinterpolation/appendinterpolation(_:)>
    public mutating func appendInterpolation<ValueType: _IntentValue, Subject>(_ subject: Subject)
    where Subject: KeyPath<Intent, IntentParameter<ValueType>> {}
  }
}

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
