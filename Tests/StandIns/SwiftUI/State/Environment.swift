import Observation

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let read: (EnvironmentValues) -> Value
  private var values: EnvironmentValues?

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    read = { $0[keyPath: keyPath] }
  }

  public var wrappedValue: Value { read(values ?? EnvironmentValues()) }
}

extension Environment {
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { $0[objectType] }
  }
}

extension Environment: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { values = context.environment }
}

extension View {
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    modifier(EnvironmentModifier { $0[keyPath: keyPath] = value })
  }

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
