/// An action that Siri and Shortcuts can perform.
///
/// <https://developer.apple.com/documentation/appintents/appintent>
public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult

  /// What it is called.
  static var title: LocalizedStringResource { get }
  /// What it does.
  static var description: IntentDescription? { get }
  /// Whether the app comes to the front first.
  static var openAppWhenRun: Bool { get }

  init()

  /// Does it.
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }

  /// A value that a person or an earlier action gives.
  public typealias Parameter = IntentParameter
}

/// What an action does, in words.
///
/// <https://developer.apple.com/documentation/appintents/intentdescription>
public struct IntentDescription: Sendable, ExpressibleByStringLiteral {
  public let descriptionText: LocalizedStringResource

  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {
    self.descriptionText = descriptionText
  }

  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
}
