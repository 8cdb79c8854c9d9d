/// Which field a person types into.
///
/// <https://developer.apple.com/documentation/swiftui/focusstate>
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private var location: StateLocation<Value>?
  private let initial: Value

  /// Nothing has the focus first.
  public init() where Value == Bool { initial = false }
  /// Nothing has the focus first.
  public init<T: Hashable>() where Value == T? { initial = nil }

  /// What has the focus.
  public var wrappedValue: Value {
    get { location?.value ?? initial }
    nonmutating set { location?.value = newValue }
  }

  /// A binding to what has the focus.
  public var projectedValue: FocusState<Value>.Binding { Binding(state: self) }

  /// A binding to what has the focus.
  @propertyWrapper
  public struct Binding {
    let state: FocusState<Value>
    /// What has the focus.
    public var wrappedValue: Value {
      get { state.wrappedValue }
      nonmutating set { state.wrappedValue = newValue }
    }
    /// The binding.
    public var projectedValue: Binding { self }
  }
}

extension FocusState: StageProperty {
  mutating func attach(_ name: String, in context: StageContext) {
    let initial = initial
    location = context.slot.box(name) { StateLocation(initial, context.stage.invalidation) }
  }
}

extension View {
  /// Gives the view the focus when a value says so.
  public nonisolated func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    modifier(NodeModifier { node, _ in node.isSelected = binding.wrappedValue == value })
  }
  /// Gives the view the focus when a condition holds.
  public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    modifier(NodeModifier { node, _ in node.isSelected = condition.wrappedValue })
  }
}
