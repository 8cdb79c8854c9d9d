import Observation

/// Makes bindings to the properties of an observable object.
///
/// <https://developer.apple.com/documentation/swiftui/bindable>
@dynamicMemberLookup @propertyWrapper
public struct Bindable<Value> {
  private var object: Value

  fileprivate init(stored: Value) { object = stored }

  /// The object.
  public var wrappedValue: Value {
    get { object }
    set { object = newValue }
  }

  /// Only an observable object can be wrapped.
  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
  public init(wrappedValue: Value) { fatalError("The wrapped value is no observable object.") }

  /// The wrapper.
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
  /// A binding to a property of the object.
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
  }
}

extension Bindable where Value: AnyObject, Value: Observable {
  /// Wraps an object.
  public init(wrappedValue: Value) { self.init(stored: wrappedValue) }
}

extension Bindable: Sendable where Value: Sendable {}
