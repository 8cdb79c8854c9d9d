/// A field for text.
///
/// <https://developer.apple.com/documentation/swiftui/textfield>
public struct TextField<Label> {
  let label: Label
  let text: Binding<String>
  let prompt: Text?
}

extension TextField: View where Label: View {}

extension TextField where Label == Text {
  /// Makes a field with a localised title.
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(label: Text(titleKey), text: text, prompt: nil)
  }
  /// Makes a field with a title.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.init(label: Text(title), text: text, prompt: nil)
  }
  /// Makes a field with a localised title, and text for when it is empty.
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(label: Text(titleKey), text: text, prompt: prompt)
  }
  /// Makes a field with a localised title that may grow.
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
    self.init(label: Text(titleKey), text: text, prompt: nil)
  }
}
extension TextField where Label: View {
  /// Makes a field with a view as its label.
  public nonisolated init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
    self.init(label: label(), text: text, prompt: prompt)
  }
}

extension TextField: StageView where Label: View {
  /// A field draws itself.
  public typealias Body = Never
  /// Shows the text.
  public func render(in context: StageContext) -> [StageNode] {
    let submit = context.onSubmit.filter { $0.0.contains(.text) }.map(\.1)
    return [
      context.control(.textField, label).with {
        $0.value = text.wrappedValue
        $0.actions.edit = { text.wrappedValue = $0 }
        $0.actions.submit = { for action in submit { action() } }
      }
    ]
  }
}
