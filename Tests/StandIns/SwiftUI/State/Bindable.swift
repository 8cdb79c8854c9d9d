import Observation

@dynamicMemberLookup @propertyWrapper
public struct Bindable<Value> {
  private var object: Value

  fileprivate init(stored: Value) { object = stored }

  public var wrappedValue: Value {
    get { object }
    set { object = newValue }
  }

  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
  public init(wrappedValue: Value) { fatalError("The wrapped value is no observable object.") }

  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
  }
}

extension Bindable where Value: AnyObject, Value: Observable {
  public init(wrappedValue: Value) { self.init(stored: wrappedValue) }
}

extension Bindable: Sendable where Value: Sendable {}
