@MainActor @preconcurrency
public struct TextEditor: View {
  let text: Binding<String>

  public nonisolated init(text: Binding<String>) { self.text = text }
}

extension TextEditor: HarnessView {
  public typealias Body = Never
  /// Shows the text. It has no name of its own.
  func render(in context: HarnessContext) -> [HarnessNode] {
    [
      context.node(.textField, label: "Text").with {
        $0.value = text.wrappedValue
        $0.actions.edit = { text.wrappedValue = $0 }
      }
    ]
  }
}
