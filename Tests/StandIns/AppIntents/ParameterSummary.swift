/// An action with its parameters in one sentence, as the editor of Shortcuts shows it.
///
/// <https://developer.apple.com/documentation/appintents/parametersummary>
public protocol ParameterSummary {}

/// A sentence of an action, and the parameters below it.
///
/// <https://developer.apple.com/documentation/appintents/intentparametersummary>
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
  /// No sentence.
  ///
  /// <https://developer.apple.com/documentation/appintents/intentparametersummary/init()>
  public init() {}

  /// A sentence.
  ///
  /// <https://developer.apple.com/documentation/appintents/intentparametersummary/init(_:table:)>
  public init(_ string: ParameterSummaryString<Intent>, table: String? = nil) {}

  /// A sentence, and the parameters that it does not name.
  ///
  /// <https://developer.apple.com/documentation/appintents/intentparametersummary/init(_:table:_:)>
  public init(
    _ string: ParameterSummaryString<Intent>, table: String? = nil,
    @IntentParameterSummary<Intent>.ParameterKeyPathsBuilder
    _ additionalParameterKeyPaths: () -> [PartialKeyPath<Intent>]
  ) {}

  /// Puts parameters into a list.
  ///
  /// <https://developer.apple.com/documentation/appintents/intentparametersummary/parameterkeypathsbuilder>
  @resultBuilder
  public enum ParameterKeyPathsBuilder {
    /// Takes a parameter.
    public static func buildExpression<ValueType: _IntentValue>(
      _ expression: KeyPath<Intent, IntentParameter<ValueType>>
    ) -> PartialKeyPath<Intent> { expression }
    /// Makes the list.
    public static func buildBlock(_ blocks: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>] { blocks }
  }
}

/// A sentence with parameters in it.
///
/// <https://developer.apple.com/documentation/appintents/parametersummarystring>
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
  /// Makes a sentence without parameters.
  public init(stringLiteral value: String) {}

  /// Makes a sentence of its parts.
  public init(stringInterpolation: StringInterpolation) {}

  /// What is put together for a sentence.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Adds words.
    public mutating func appendLiteral(_ literal: String) {}
    /// Adds a parameter.
    ///
    /// <https://developer.apple.com/documentation/appintents/parametersummarystring/stringinterpolation/appendinterpolation(_:)>
    public mutating func appendInterpolation<ValueType: _IntentValue, Subject>(_ subject: Subject)
    where Subject: KeyPath<Intent, IntentParameter<ValueType>> {}
  }
}
