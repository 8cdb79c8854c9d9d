/// What an action comes to.
///
/// <https://developer.apple.com/documentation/appintents/intentresult>
public protocol IntentResult {
  /// What it hands on.
  associatedtype Value
  /// What it hands to the next action.
  var value: Value? { get }
}

/// A result with a value for the next action.
///
/// <https://developer.apple.com/documentation/appintents/returnsvalue>
public protocol ReturnsValue<Value>: IntentResult {}

/// A result with a sentence for the user.
///
/// <https://developer.apple.com/documentation/appintents/providesdialog>
public protocol ProvidesDialog: IntentResult {
  /// The sentence.
  var dialog: IntentDialog? { get }
}

/// What ``IntentResult`` makes.
///
/// <https://developer.apple.com/documentation/appintents/intentresultcontainer>
public struct IntentResultContainer<Value>: ReturnsValue, ProvidesDialog {
  /// What it hands to the next action.
  public var value: Value?
  /// The sentence for the user.
  public var dialog: IntentDialog?
}

extension IntentResult {
  /// A result with nothing.
  ///
  /// <https://developer.apple.com/documentation/appintents/intentresult/result()>
  public static func result() -> Self where Self == IntentResultContainer<Never> { IntentResultContainer() }

  /// A result with a value.
  public static func result<Value>(value: Value) -> Self where Self == IntentResultContainer<Value> {
    IntentResultContainer(value: value)
  }

  /// A result with a value and a sentence.
  public static func result<Value>(value: Value, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Value> {
    IntentResultContainer(value: value, dialog: dialog)
  }

  /// A result with a sentence.
  public static func result(dialog: IntentDialog) -> Self where Self == IntentResultContainer<Never> {
    IntentResultContainer(dialog: dialog)
  }
}

/// A sentence that is shown or spoken.
///
/// <https://developer.apple.com/documentation/appintents/intentdialog>
public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
  private let text: LocalizedStringResource

  /// Makes a sentence of a text.
  public init(stringLiteral value: String) { text = LocalizedStringResource(stringLiteral: value) }

  /// Makes a sentence with values in it.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    text = LocalizedStringResource(stringInterpolation: stringInterpolation)
  }
}

extension IntentDialog {
  /// The simulator's side: what is shown.
  public var shown: String { String(localized: text) }
}
