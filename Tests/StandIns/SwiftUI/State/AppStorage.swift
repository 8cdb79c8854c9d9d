/// A value in the defaults.
///
/// <https://developer.apple.com/documentation/swiftui/appstorage>
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private let store: UserDefaults?
  private let read: (UserDefaults) -> Value
  private let write: (UserDefaults, Value) -> Void
  private var invalidation: StageInvalidation?
  private var surrounding: UserDefaults?

  private var defaults: UserDefaults { store ?? surrounding ?? .standard }

  fileprivate init(
    _ store: UserDefaults?, read: @escaping (UserDefaults) -> Value,
    write: @escaping (UserDefaults, Value) -> Void
  ) {
    (self.store, self.read, self.write) = (store, read, write)
  }

  /// The value.
  public var wrappedValue: Value {
    get { read(defaults) }
    nonmutating set {
      write(defaults, newValue)
      invalidation?.mark()
    }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    Binding(read: { wrappedValue }, write: { wrappedValue = $0 })
  }
}

extension AppStorage: StageProperty {
  mutating func attach(_ name: String, in context: StageContext) {
    invalidation = context.stage.invalidation
    surrounding = context.environment.defaultAppStorage
  }
}

extension AppStorage {
  fileprivate init(plain value: Value, _ key: String, _ store: UserDefaults?) {
    self.init(store, read: { $0.object(forKey: key) as? Value ?? value }, write: { $0.set($1, forKey: key) })
  }
  /// A value that is true or false.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(
      store, read: { $0.object(forKey: key) == nil ? wrappedValue : $0.bool(forKey: key) },
      write: { $0.set($1, forKey: key) })
  }
  /// A whole number.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
    self.init(
      store, read: { $0.object(forKey: key) == nil ? wrappedValue : $0.integer(forKey: key) },
      write: { $0.set($1, forKey: key) })
  }
  /// A number.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
    self.init(
      store, read: { $0.object(forKey: key) == nil ? wrappedValue : $0.double(forKey: key) },
      write: { $0.set($1, forKey: key) })
  }
  /// A string.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
    self.init(plain: wrappedValue, key, store)
  }
  /// Bytes.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
    self.init(plain: wrappedValue, key, store)
  }
  /// An address.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
    self.init(
      store, read: { $0.url(forKey: key) ?? wrappedValue }, write: { $0.set($1, forKey: key) })
  }
  /// A value that is a string.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    self.init(
      store, read: { $0.string(forKey: key).flatMap(Value.init) ?? wrappedValue },
      write: { $0.set($1.rawValue, forKey: key) })
  }
  /// A value that is a number.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == Int {
    self.init(
      store,
      read: {
        ($0.object(forKey: key) == nil ? nil : Value(rawValue: $0.integer(forKey: key))) ?? wrappedValue
      },
      write: { $0.set($1.rawValue, forKey: key) })
  }
  /// A string that may be absent.
  public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
    self.init(store, read: { $0.string(forKey: key) }, write: { $0.set($1, forKey: key) })
  }
}

enum DefaultsKey: EnvironmentKey {
  static var defaultValue: UserDefaults? { nil }
}
extension EnvironmentValues {
  var defaultAppStorage: UserDefaults? {
    get { self[DefaultsKey.self] }
    set { self[DefaultsKey.self] = newValue }
  }
}

extension View {
  /// Says which defaults are used.
  public nonisolated func defaultAppStorage(_ store: UserDefaults) -> some View {
    modifier(EnvironmentModifier { $0.defaultAppStorage = store })
  }
}
extension Scene {
  /// Says which defaults are used.
  public nonisolated func defaultAppStorage(_ store: UserDefaults) -> some Scene {
    EnvironmentScene(scene: self) { $0.defaultAppStorage = store }
  }
}
