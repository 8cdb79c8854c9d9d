/// A length that grows with text. The harness shows text at its usual size.
///
/// <https://developer.apple.com/documentation/swiftui/scaledmetric>
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  private let value: Value

  /// A length that grows like text of a style.
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { value = wrappedValue }
  /// A length that grows like text.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The length at the size of text that the user chose.
  public var wrappedValue: Value { value }
}
