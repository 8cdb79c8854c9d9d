/// Whether a view has the focus: the keys of a keyboard go to it.
///
/// <https://developer.apple.com/documentation/swiftui/focusstate>
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private var state: State<Value>

  /// Makes one for a view that does not have the focus.
  public init() where Value == Bool { state = State(initialValue: false) }

  /// Whether it has the focus. Setting it moves the focus.
  public var wrappedValue: Value {
    get { state.wrappedValue }
    nonmutating set { state.wrappedValue = newValue }
  }

  /// What binds a view to it.
  public var projectedValue: Binding { Binding(state: state) }

  /// What binds a view to the focus.
  ///
  /// <https://developer.apple.com/documentation/swiftui/focusstate/binding>
  public struct Binding {
    let state: State<Value>
  }
}

extension FocusState: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { state.attach(name, in: context) }
}

extension View {
  /// Lets the view have the focus.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/focusable(_:)>
  public nonisolated func focusable(_ isFocusable: Bool = true) -> some View {
    modifier(NodeModifier { node, _ in node.isFocusable = isFocusable })
  }
  /// Shows nothing around the view while it has the focus. The harness shows nothing.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/focuseffectdisabled(_:)>
  public nonisolated func focusEffectDisabled(_ disabled: Bool = true) -> some View { self }
  /// Binds the focus of the view to a state. A view that cannot have the focus never gets it.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/focused(_:)>
  public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    modifier(NodeModifier { node, _ in node.isFocused = node.isFocusable && condition.state.wrappedValue })
  }
}
