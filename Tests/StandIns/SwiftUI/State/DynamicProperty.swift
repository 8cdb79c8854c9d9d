public protocol DynamicProperty {
  /// Called before the body is asked for.
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}
