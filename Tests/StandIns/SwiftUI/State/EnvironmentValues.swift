import Observation

/// A key of the environment.
///
/// <https://developer.apple.com/documentation/swiftui/environmentkey>
protocol EnvironmentKey {
  /// The type of the key's value.
  associatedtype Value
  /// The value where nothing is set.
  static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  var objects: [ObjectIdentifier: AnyObject] = [:]

  /// Makes an environment of defaults.
  init() {}

  /// The value of a key.
  subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The object of a type.
  subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
    get { objects[ObjectIdentifier(objectType)] as? T }
    set { objects[ObjectIdentifier(objectType)] = newValue }
  }
}
