/// A stored property of a view that follows something outside it.
///
/// <https://developer.apple.com/documentation/swiftui/dynamicproperty>
public protocol DynamicProperty {
  /// Called before the body is asked for.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing.
  public mutating func update() {}
}
