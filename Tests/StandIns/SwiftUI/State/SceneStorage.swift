/// A value that the system keeps for a window, until the user closes the window.
///
/// Nothing is promised about when and how often the value is kept, so here a window begins with its default, unless the
/// simulator gives it ``ViewHarness/sceneValues`` of an earlier one.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
  private let initial: Value
  private let key: String
  private var harness: ViewHarness?

  @MainActor
  public var wrappedValue: Value {
    get { harness?.sceneValues[key] as? Value ?? initial }
    nonmutating set { harness?.sceneValues[key] = newValue }
  }
}

extension SceneStorage where Value == String {
  public init(wrappedValue: Value, _ key: String) { (initial, self.key) = (wrappedValue, key) }
}

extension SceneStorage: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { harness = context.harness }
}
