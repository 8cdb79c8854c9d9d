/// A switch.
///
/// <https://developer.apple.com/documentation/swiftui/toggle>
public struct Toggle<Label> {
  let isOn: Binding<Bool>
  let label: Label
}

extension Toggle: View where Label: View {
}
extension Toggle where Label == Text {
  /// Makes a switch with a localised title.
  public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    self.init(isOn: isOn, label: Text(titleKey))
  }
}

extension Toggle: HarnessView where Label: View {
  /// A switch draws itself.
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
