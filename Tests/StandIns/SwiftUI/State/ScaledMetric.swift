/// A length that grows with text. The harness shows text at its usual size.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  private let value: Value

  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { value = wrappedValue }
  public init(wrappedValue: Value) { value = wrappedValue }

  public var wrappedValue: Value { value }
}
