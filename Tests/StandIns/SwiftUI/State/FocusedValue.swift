/// A key of what the focused window or view tells.
///
/// <https://developer.apple.com/documentation/swiftui/focusedvaluekey>
public protocol FocusedValueKey {
  /// The type of the key's value.
  associatedtype Value
}

/// What the focused window or view tells.
///
/// <https://developer.apple.com/documentation/swiftui/focusedvalues>
public struct FocusedValues {
  private var values: [ObjectIdentifier: Any] = [:]

  init() {}

  /// The value of a key; nil where nothing is set.
  public subscript<Key: FocusedValueKey>(key: Key.Type) -> Key.Value? {
    get { values[ObjectIdentifier(key)] as? Key.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A value that the focused window or view tells.
///
/// <https://developer.apple.com/documentation/swiftui/focusedvalue>
@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
  private let keyPath: KeyPath<FocusedValues, Value?>
  private var harness: ViewHarness?

  /// Reads a value by its key path.
  public init(_ keyPath: KeyPath<FocusedValues, Value?>) { self.keyPath = keyPath }

  /// The value; nil while no view that tells one is on screen.
  @MainActor
  public var wrappedValue: Value? { harness?.focused[keyPath: keyPath] }
}

extension FocusedValue: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { harness = context.harness }
}

extension View {
  /// Tells commands a value while the window is in use.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/focusedscenevalue(_:_:)-5iugx>
  public nonisolated func focusedSceneValue<T>(
    _ keyPath: WritableKeyPath<FocusedValues, T?>, _ value: T
  ) -> some View {
    modifier(FocusedValueModifier { $0[keyPath: keyPath] = value })
  }
}

struct FocusedValueModifier {
  let change: (inout FocusedValues) -> Void
}
extension FocusedValueModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    change(&context.harness.focused)
    return content(context)
  }
}
