extension View {
  /// Shows an alert while a condition holds.
  public nonisolated func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    alert(Text(titleKey), isPresented: isPresented, actions: actions)
  }
  /// Shows an alert while a condition holds.
  @_disfavoredOverload
  public nonisolated func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    alert(Text(title), isPresented: isPresented, actions: actions)
  }
  /// Shows an alert while a condition holds.
  public nonisolated func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    choice(.alert, title.string, isPresented, actions(), EmptyView())
  }
  /// Shows an alert with a message while a condition holds.
  public nonisolated func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    alert(Text(titleKey), isPresented: isPresented, actions: actions, message: message)
  }
  /// Shows an alert with a message while a condition holds.
  @_disfavoredOverload
  public nonisolated func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    alert(Text(title), isPresented: isPresented, actions: actions, message: message)
  }
  /// Shows an alert with a message while a condition holds.
  public nonisolated func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    choice(.alert, title.string, isPresented, actions(), message())
  }
  /// Shows an alert about a value while a condition holds and there is a value.
  public nonisolated func alert<A: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A
  ) -> some View {
    choice(.alert, Text(titleKey).string, isPresented.only(if: data != nil), data.map(actions), EmptyView())
  }
  /// Shows an alert about a value, with a message.
  public nonisolated func alert<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    choice(
      .alert, Text(titleKey).string, isPresented.only(if: data != nil), data.map(actions), data.map(message))
  }
  /// Shows an alert about a value, with a message.
  public nonisolated func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    choice(.alert, title.string, isPresented.only(if: data != nil), data.map(actions), data.map(message))
  }
  /// Shows an error while a condition holds and there is an error.
  public nonisolated func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: () -> A
  ) -> some View {
    choice(
      .alert, error?.errorDescription ?? "", isPresented.only(if: error != nil), actions(), EmptyView())
  }
  /// Shows an error, with a message.
  public nonisolated func alert<E: LocalizedError, A: View, M: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: (E) -> A,
    @ViewBuilder message: (E) -> M
  ) -> some View {
    choice(
      .alert, error?.errorDescription ?? "", isPresented.only(if: error != nil), error.map(actions),
      error.map(message))
  }

  nonisolated func choice<A: View, M: View>(
    _ role: StageNode.Role, _ title: String, _ isShown: Binding<Bool>, _ actions: A, _ message: M
  ) -> some View {
    modifier(ChoiceModifier(role: role, title: title, isShown: isShown, actions: actions, message: message))
  }
}

extension Binding where Value == Bool {
  /// The binding, reading false unless a condition holds.
  func only(if condition: Bool) -> Binding<Bool> {
    Binding(read: { condition && wrappedValue }, write: { wrappedValue = $0 })
  }
}

struct ChoiceModifier<Actions: View, Message: View> {
  let role: StageNode.Role
  let title: String
  let isShown: Binding<Bool>
  let actions: Actions
  let message: Message
}
extension ChoiceModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    let below = content(context)
    guard isShown.wrappedValue else { return below }
    let inside = context.part("choice").with { $0.environment.isEnabled = true }
    let close: () -> Void = { isShown.wrappedValue = false }
    let message = inside.part("message").render(message)
    let actions = inside.part("actions").render(actions)
    var buttons = actions.filter { $0.role != .textField }.map { button in
      button.with {
        $0.actions.press = { [press = button.actions.press] in
          close(); press?()
        }
      }
    }
    let usual = role == .alert ? "OK" : "Cancel"
    if buttons.isEmpty || role == .dialog && !buttons.contains(where: { $0.purpose == .cancel }) {
      buttons.append(
        StageNode(.button, label: usual).with {
          $0.purpose = .cancel
          $0.actions.press = close
        })
    }
    let fields = actions.filter { $0.role == .textField }
    context.present(
      StageNode(role, label: title, children: message + fields + buttons).with {
        // An alert waits for an answer; a dialog goes when a person taps beside it.
        if role == .dialog { $0.actions.dismiss = close }
      })
    return below
  }
}
