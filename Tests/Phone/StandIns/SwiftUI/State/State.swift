import Foundation
import Observation
import Synchronization

public protocol DynamicProperty {
  /// Called before the body is asked for.
  mutating func update()
}
extension DynamicProperty {
  public mutating func update() {}
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var location: StateLocation<Value>?

  public init(wrappedValue value: Value) { initial = value }
  public init(initialValue value: Value) { initial = value }

  public var wrappedValue: Value {
    get { location?.value ?? initial }
    nonmutating set { location?.value = newValue }
  }
  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(initial) }
    return location.binding
  }
}
extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}
extension State: Sendable where Value: Sendable {}
extension State: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) {
    location = context.location(name, initial)
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
  var binding: Binding<Value> { Binding(read: { self.value }, write: { self.value = $0 }) }
}
extension HarnessContext {
  /// Where the position keeps a value under a name; a change of it is shown.
  func location<Value>(_ name: String, _ initial: Value) -> StateLocation<Value> {
    slot.box(name) { StateLocation(initial, invalidation) }
  }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    self.read = read
    self.write = write
  }
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(read: { value }, write: { _ in })
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }
  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>(
      read: { read()[keyPath: keyPath] },
      write: {
        var value = read()
        value[keyPath: keyPath] = $0
        write(value)
      })
  }
}
extension Binding: @unchecked Sendable where Value: Sendable {}
extension Binding: DynamicProperty {}

@dynamicMemberLookup @propertyWrapper
public struct Bindable<Value> {
  public var wrappedValue: Value
  fileprivate init(stored: Value) { wrappedValue = stored }

  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
  public init(wrappedValue: Value) { fatalError("The wrapped value is no observable object.") }

  public var projectedValue: Bindable<Value> { self }
}
extension Bindable where Value: AnyObject {
  public init(wrappedValue: Value) where Value: Observable { self.init(stored: wrappedValue) }
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
  }
}
extension Bindable: Sendable where Value: Sendable {}

/// Whether a view has the focus: the keys of a keyboard go to it. Setting it moves the focus.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private var state: State<Value>

  public init() where Value == Bool { state = State(initialValue: false) }

  public var wrappedValue: Value {
    get { state.wrappedValue }
    nonmutating set { state.wrappedValue = newValue }
  }
  public var projectedValue: Binding { Binding(state: state) }

  public struct Binding {
    let state: State<Value>
  }
}
extension FocusState: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { state.attach(name, in: context) }
}

/// A length that grows with text. The harness shows text at its usual size.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  private let value: Value

  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { value = wrappedValue }
  public init(wrappedValue: Value) { value = wrappedValue }

  public var wrappedValue: Value { value }
}

@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  fileprivate let store: UserDefaults?
  fileprivate let read: (UserDefaults) -> Value
  fileprivate let write: (UserDefaults, Value) -> Void
  fileprivate var invalidation: HarnessInvalidation?

  private var defaults: UserDefaults { store ?? .standard }

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
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(
      store: store, read: { $0.object(forKey: key) == nil ? wrappedValue : $0.bool(forKey: key) },
      write: { $0.set($1, forKey: key) })
  }
  /// A choice, which the defaults keep as text. A text that is none of the choices counts as none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    self.init(
      store: store, read: { $0.string(forKey: key).flatMap(Value.init(rawValue:)) ?? wrappedValue },
      write: { $0.set($1.rawValue, forKey: key) })
  }

  mutating func attach(_ name: String, in context: HarnessContext) { invalidation = context.invalidation }
}

/// A value that the system keeps for a window, until the user closes the window.
///
/// Nothing is promised about when and how often the value is kept, so here a window begins with its default, unless the
/// simulator gives it ``ViewHarness/sceneValues`` of an earlier one.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
  private let initial: Value
  private let key: String
  private weak var harness: ViewHarness?

  public init(wrappedValue: Value, _ key: String) where Value == String {
    (initial, self.key) = (wrappedValue, key)
  }

  @MainActor
  public var wrappedValue: Value {
    get { harness?.sceneValues[key] as? Value ?? initial }
    nonmutating set { harness?.sceneValues[key] = newValue }
  }
}
extension SceneStorage: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { harness = context.harness }
}
