/// How a parameter gets its value when an action follows another one.
///
/// <https://developer.apple.com/documentation/appintents/inputconnectionbehavior>
public enum InputConnectionBehavior: Sendable {
  /// Which of the two, or as the system likes.
  case `default`, never, connectToPreviousIntentResult
}

/// A value that the user or an earlier action gives. The system sets it before the action is performed; to read
/// it before stops the process, as there.
///
/// <https://developer.apple.com/documentation/appintents/intentparameter>
@propertyWrapper
public final class IntentParameter<Value>: @unchecked Sendable {
  // Unchecked: the system sets it, then performs.
  private var value: Value?
  /// What it is called.
  public let title: LocalizedStringResource

  /// The value. To read it before it was set stops the process.
  public var wrappedValue: Value {
    get {
      guard let value else { fatalError("The parameter “\(String(localized: title))” has no value yet.") }
      return value
    }
    set { value = newValue }
  }

  /// The parameter itself.
  public var projectedValue: IntentParameter<Value> { self }

  fileprivate init(_ title: LocalizedStringResource, _ value: Value?) {
    self.title = title
    self.value = value
  }
}

extension IntentParameter where Value == Int {
  /// A whole number in a range.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Int,
    inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, defaultValue)
  }
}

extension IntentParameter where Value == [IntentFile] {
  /// Files of some types.
  ///
  /// <https://developer.apple.com/documentation/appintents/intentparameter-file>
  @available(iOS, introduced: 16.0, deprecated: 18.0)
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    supportedTypeIdentifiers: [String] = ["public.data"],
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, nil)
  }
}
