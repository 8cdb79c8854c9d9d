/// An action with its parameters in one sentence, as the editor of Shortcuts shows it.
public protocol ParameterSummary {}

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
