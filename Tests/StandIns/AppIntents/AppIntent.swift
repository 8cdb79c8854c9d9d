/// An action that Siri and Shortcuts can perform.
///
/// <https://developer.apple.com/documentation/appintents/appintent>
public protocol AppIntent: Sendable {
  /// What it comes to.
  associatedtype PerformResult: IntentResult
  /// What its editor shows.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/summarycontent>
  associatedtype SummaryContent: ParameterSummary

  /// What it is called.
  static var title: LocalizedStringResource { get }
  /// What it does.
  static var description: IntentDescription? { get }
  /// The action with its parameters in one sentence.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/parametersummary-4vgic>
  static var parameterSummary: SummaryContent { get }

  /// Whether the app comes to the front for it.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/openappwhenrun>
  static var openAppWhenRun: Bool { get }
  /// What it asks of the user before it runs, such as to unlock the device.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/authenticationpolicy>
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  /// Whether Shortcuts and the search show it.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/isdiscoverable>
  static var isDiscoverable: Bool { get }

  /// The system makes an action, then sets its parameters.
  init()

  /// Does it.
  func perform() async throws -> PerformResult
}

extension AppIntent {
  /// Nothing is said.
  public static var description: IntentDescription? { nil }

  /// It does not.
  public static var openAppWhenRun: Bool { false }
  /// Nothing: it runs on a locked device, too.
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
  /// They do.
  public static var isDiscoverable: Bool { true }

  /// No sentence: the editor shows the title, and the parameters below it.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/parametersummary-4vgic>
  public static var parameterSummary: some ParameterSummary { Summary() }

  /// The action's sentence.
  ///
  /// <https://developer.apple.com/documentation/appintents/appintent/summary>
  public typealias Summary = IntentParameterSummary<Self>

  /// A value that the user or an earlier action gives.
  public typealias Parameter = IntentParameter
}

/// What an action asks of the user before it runs.
///
/// <https://developer.apple.com/documentation/appintents/intentauthenticationpolicy>
public enum IntentAuthenticationPolicy: Hashable, Sendable {
  /// Nothing, also on a locked device.
  case alwaysAllowed
  /// To unlock the device, or one that is paired with it.
  case requiresAuthentication
  /// To unlock this very device.
  case requiresLocalDeviceAuthentication
}

/// What an action does, in words.
///
/// <https://developer.apple.com/documentation/appintents/intentdescription>
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

  /// Makes a description of a text.
  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
}
