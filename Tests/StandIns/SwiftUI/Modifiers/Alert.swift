extension View {
  /// <https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:message:)-3md6l>
  public nonisolated func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    modifier(
      AlertModifier(
        title: title.string, isShown: isPresented.only(if: data != nil), actions: data.map(actions),
        message: data.map(message)))
  }
}

extension Binding where Value == Bool {
  /// The binding, reading false unless a condition holds.
  func only(if condition: Bool) -> Binding<Bool> {
    Binding(read: { condition && wrappedValue }, write: { wrappedValue = $0 })
  }
}

struct AlertModifier<Actions: View, Message: View> {
  let title: String
  let isShown: Binding<Bool>
  let actions: Actions
  let message: Message
}
extension AlertModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let below = content(context)
    guard isShown.wrappedValue else { return below }
    let inside = context.part("alert").with { $0.environment.isEnabled = true }
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
    if buttons.isEmpty {
      buttons.append(HarnessNode(.button, label: "OK").with { $0.actions.press = close })
    }
    let fields = actions.filter { $0.role == .textField }
    // Without `actions.dismiss`: an alert waits for an answer.
    context.present(HarnessNode(.alert, label: title, children: message + fields + buttons))
    return below
  }
}
