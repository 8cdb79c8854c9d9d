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
