/// Reads and writes a value that something else owns.
///
/// <https://developer.apple.com/documentation/swiftui/binding>
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    self.read = read
    self.write = write
  }

  /// Makes a binding from two closures.
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    // Bindings are read and written on the main actor, where such closures belong.
    read = unsafeBitCast(get, to: (() -> Value).self)
    write = unsafeBitCast(set, to: ((Value) -> Void).self)
  }

  /// Makes a binding from another.
  public init(projectedValue: Binding<Value>) { self = projectedValue }

  /// A binding whose value does not change.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(read: { value }, write: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  /// The binding.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value.
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

extension Binding {
  /// A binding to an optional of the base's value.
  public init<V>(_ base: Binding<V>) where Value == V? {
    self.init(read: { base.wrappedValue }, write: { if let value = $0 { base.wrappedValue = value } })
  }

  /// A binding to the value of an optional; nil when there is none now.
  public init?(_ base: Binding<Value?>) {
    guard var last = base.wrappedValue else { return nil }
    self.init(
      read: {
        last = base.wrappedValue ?? last
        return last
      },
      write: { base.wrappedValue = $0 })
  }

  /// The binding; animations are not shown.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}
extension Binding: DynamicProperty {}

extension Binding: Sequence where Value: MutableCollection {
  /// A binding to each element.
  public typealias Element = Binding<Value.Element>
  /// Goes through the elements.
  public typealias Iterator = IndexingIterator<Binding<Value>>
}
extension Binding: Collection where Value: MutableCollection {
  /// A position.
  public typealias Index = Value.Index
  /// The positions.
  public typealias Indices = Value.Indices
  /// The first position.
  public var startIndex: Value.Index { wrappedValue.startIndex }
  /// The position after the last.
  public var endIndex: Value.Index { wrappedValue.endIndex }
  /// The positions.
  public var indices: Value.Indices { wrappedValue.indices }
  /// The position after another.
  public func index(after i: Value.Index) -> Value.Index { wrappedValue.index(after: i) }
  /// A binding to the element at a position.
  public subscript(position: Value.Index) -> Binding<Value.Element> {
    Binding<Value.Element>(
      read: { read()[position] },
      write: {
        var value = read()
        value[position] = $0
        write(value)
      })
  }
}
extension Binding: BidirectionalCollection where Value: BidirectionalCollection, Value: MutableCollection {
  /// The position before another.
  public func index(before i: Value.Index) -> Value.Index { wrappedValue.index(before: i) }
}
extension Binding: RandomAccessCollection where Value: MutableCollection, Value: RandomAccessCollection {}
