@MainActor @preconcurrency
public struct Toggle<Label: View>: View {
  let isOn: Binding<Bool>
  nonisolated(unsafe) let label: Label
}

extension Toggle where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    self.init(isOn: isOn, label: Text(titleKey))
  }
}

extension Toggle: HarnessView {
  public typealias Body = Never
  /// Shows how it stands.
  func render(in context: HarnessContext) -> [HarnessNode] {
    [
      context.control(.toggle, label).with {
        $0.isSelected = isOn.wrappedValue
        $0.actions.press = { isOn.wrappedValue.toggle() }
      }
    ]
  }
}
