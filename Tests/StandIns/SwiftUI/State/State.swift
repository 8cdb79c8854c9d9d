import Synchronization

@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var location: StateLocation<Value>?

  /// Makes state with its first value.
  public init(wrappedValue value: Value) { initial = value }
  /// Makes state with its first value.
  public init(initialValue value: Value) { initial = value }

  public var wrappedValue: Value {
    get { location?.value ?? initial }
    nonmutating set { location?.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(initial) }
    return Binding(read: { location.value }, write: { location.value = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) {
    let initial = initial
    location = context.slot.box(name) { StateLocation(initial, context.harness.invalidation) }
  }
}

/// Where the value of a state is kept.
final class StateLocation<Value>: @unchecked Sendable {
  private let lock = Mutex(())
  private let invalidation: HarnessInvalidation
  private var stored: Value

  init(_ value: Value, _ invalidation: HarnessInvalidation) {
    stored = value
    self.invalidation = invalidation
  }

  var value: Value {
    get { lock.withLock { _ in stored } }
    set {
      lock.withLock { _ in stored = newValue }
      invalidation.mark()
    }
  }
}
