/// A switch.
///
/// <https://developer.apple.com/documentation/swiftui/toggle>
public struct Toggle<Label> {
  let isOn: Binding<Bool>
  let label: Label
}

extension Toggle: View where Label: View {
  /// Makes a switch with a view as its label.
  public nonisolated init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.init(isOn: isOn, label: label())
  }
}
extension Toggle where Label == Text {
  /// Makes a switch with a localised title.
  public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    self.init(isOn: isOn, label: Text(titleKey))
  }
  /// Makes a switch with a title.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
    self.init(isOn: isOn, label: Text(title))
  }
}
extension Toggle where Label == SwiftUI.Label<Text, Image> {
  /// Makes a switch with a localised title and a symbol.
  public nonisolated init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn, label: SwiftUI.Label(titleKey, systemImage: systemImage))
  }
}

extension Toggle: StageView where Label: View {
  /// A switch draws itself.
  public typealias Body = Never
  /// Shows how it stands.
  public func render(in context: StageContext) -> [StageNode] {
    [
      context.control(.toggle, label).with {
        $0.isSelected = isOn.wrappedValue
        $0.actions.press = { isOn.wrappedValue.toggle() }
      }
    ]
  }
}
