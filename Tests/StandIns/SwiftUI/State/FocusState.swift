/// Whether a view has the focus: the keys of a keyboard go to it.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private var state: State<Value>

  public init() where Value == Bool { state = State(initialValue: false) }

  /// Whether it has the focus. Setting it moves the focus.
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

extension View {
  public nonisolated func focusable(_ isFocusable: Bool = true) -> some View {
    modifier(NodeModifier { node, _ in node.isFocusable = isFocusable })
  }
  /// Shows nothing around the view while it has the focus. The harness shows nothing.
  public nonisolated func focusEffectDisabled(_ disabled: Bool = true) -> some View { self }
  /// Binds the focus of the view to a state. A view that cannot have the focus never gets it.
  public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    modifier(NodeModifier { node, _ in node.isFocused = node.isFocusable && condition.state.wrappedValue })
  }
}
