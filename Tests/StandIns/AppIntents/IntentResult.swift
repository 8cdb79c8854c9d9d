public protocol IntentResult {
  associatedtype Value
  var value: Value? { get }
}

public protocol ReturnsValue<Value>: IntentResult {}

public protocol ProvidesDialog: IntentResult {
  var dialog: IntentDialog? { get }
}

public struct IntentResultContainer<Value>: ReturnsValue, ProvidesDialog {
  public var value: Value?
  public var dialog: IntentDialog?
}

extension IntentResult {
  public static func result() -> Self where Self == IntentResultContainer<Never> { IntentResultContainer() }

  public static func result<Value>(value: Value) -> Self where Self == IntentResultContainer<Value> {
    IntentResultContainer(value: value)
  }

  public static func result<Value>(value: Value, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Value> {
    IntentResultContainer(value: value, dialog: dialog)
  }

  public static func result(dialog: IntentDialog) -> Self where Self == IntentResultContainer<Never> {
    IntentResultContainer(dialog: dialog)
  }
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
