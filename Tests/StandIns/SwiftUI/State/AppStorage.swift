import Foundation

@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private let store: UserDefaults?
  private let read: (UserDefaults) -> Value
  private let write: (UserDefaults, Value) -> Void
  private var invalidation: HarnessInvalidation?

  private var defaults: UserDefaults { store ?? .standard }

  fileprivate init(
    _ store: UserDefaults?, read: @escaping (UserDefaults) -> Value,
    write: @escaping (UserDefaults, Value) -> Void
  ) {
    (self.store, self.read, self.write) = (store, read, write)
  }

  public var wrappedValue: Value {
    get { read(defaults) }
    nonmutating set {
      write(defaults, newValue)
      invalidation?.mark()
    }
  }

  public var projectedValue: Binding<Value> {
    Binding(read: { wrappedValue }, write: { wrappedValue = $0 })
  }
}

extension AppStorage: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) {
    invalidation = context.harness.invalidation
  }
}

extension AppStorage {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(
      store, read: { $0.object(forKey: key) == nil ? wrappedValue : $0.bool(forKey: key) },
      write: { $0.set($1, forKey: key) })
  }

  /// A choice, which the defaults keep as text. A text that is none of the choices counts as none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    self.init(
      store, read: { $0.string(forKey: key).flatMap(Value.init(rawValue:)) ?? wrappedValue },
      write: { $0.set($1.rawValue, forKey: key) })
  }
}
