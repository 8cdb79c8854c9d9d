import Observation

/// A value from what surrounds the view.
///
/// <https://developer.apple.com/documentation/swiftui/environment>
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let read: (EnvironmentValues) -> Value
  private var values: EnvironmentValues?

  /// Reads a value by its key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    read = { $0[keyPath: keyPath] }
  }

  /// The value.
  public var wrappedValue: Value { read(values ?? EnvironmentValues()) }
}

extension Environment {
  /// Reads an object by its type, if it is there.
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { $0[objectType] }
  }
}

extension Environment: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { values = context.environment }
}

extension View {
  /// Sets a value of the environment.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/environment(_:_:)>
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    modifier(EnvironmentModifier { $0[keyPath: keyPath] = value })
  }

  /// Puts an object in the environment.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/environment(_:)>
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    modifier(EnvironmentModifier { $0[T.self] = object })
  }
}

struct EnvironmentModifier {
  let change: (inout EnvironmentValues) -> Void
}
extension EnvironmentModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    content(context.with { change(&$0.environment) })
  }
}
