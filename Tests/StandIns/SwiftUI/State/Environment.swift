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
  /// Reads an object by its type. It has to be there.
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    read = { values in
      guard let object = values[objectType] else {
        fatalError("No object of type \(objectType) is in the environment: set it with environment(_:).")
      }
      return object
    }
  }

  /// Reads an object by its type, if it is there.
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { $0[objectType] }
  }
}

extension Environment: StageProperty {
  mutating func attach(_ name: String, in context: StageContext) { values = context.environment }
}

extension View {
  /// Sets a value of the environment.
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    modifier(EnvironmentModifier { $0[keyPath: keyPath] = value })
  }

  /// Puts an object in the environment.
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    modifier(EnvironmentModifier { $0[T.self] = object })
  }

  /// Changes a value of the environment.
  public nonisolated func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View {
    modifier(EnvironmentModifier { transform(&$0[keyPath: keyPath]) })
  }
}

extension Scene {
  /// Sets a value of the environment.
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some Scene {
    EnvironmentScene(scene: self) { $0[keyPath: keyPath] = value }
  }

  /// Puts an object in the environment.
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene {
    EnvironmentScene(scene: self) { $0[T.self] = object }
  }
}

struct EnvironmentModifier {
  let change: (inout EnvironmentValues) -> Void
}
extension EnvironmentModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    content(context.with { change(&$0.environment) })
  }
}

struct EnvironmentScene<Content: Scene> {
  let scene: Content
  let change: (inout EnvironmentValues) -> Void
}
extension EnvironmentScene: StageScene {
  func render(in context: StageContext) -> [StageNode] {
    context.with { change(&$0.environment) }.child(.content).render(scene)
  }
}
