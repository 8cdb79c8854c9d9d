@MainActor @preconcurrency
public struct TextField<Label: View>: View {
  nonisolated(unsafe) let label: Label
  let text: Binding<String>
  nonisolated(unsafe) var prompt: Text?
}

extension TextField where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(label: Text(titleKey), text: text)
  }

  /// Makes a field with a localised title that shows a prompt while it is empty.
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(label: Text(titleKey), text: text, prompt: prompt)
  }
}

extension TextField: HarnessView {
  public typealias Body = Never
  /// Shows the text.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let submit = context.onSubmit.filter { $0.0.contains(.text) }.map(\.1)
    return [
      context.control(.textField, label).with {
        $0.value = text.wrappedValue
        if text.wrappedValue.isEmpty, let prompt { $0.children += prompt.render(in: context) }
        $0.actions.edit = { text.wrappedValue = $0 }
        $0.actions.submit = { for action in submit { action() } }
      }
    ]
  }
}
