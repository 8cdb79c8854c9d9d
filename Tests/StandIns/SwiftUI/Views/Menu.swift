/// A control that shows others.
///
/// <https://developer.apple.com/documentation/swiftui/menu>
public struct Menu<Label, Content> {
  let label: Label
  let content: Content
}

extension Menu: View where Label: View, Content: View {
}
extension Menu where Label == SwiftUI.Label<Text, Image>, Content: View {
  /// Makes a menu with a localised title and a symbol.
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(label: SwiftUI.Label(titleKey, systemImage: systemImage), content: content())
  }
}

extension Menu: HarnessView where Label: View, Content: View {
  /// A menu draws itself.
  public typealias Body = Never
  /// Shows the label; what is in the menu can be pressed as if it were open.
  func render(in context: HarnessContext) -> [HarnessNode] {
    [
      context.control(.menu, label).with {
        $0.children = context.child(.content).render(content)
      }
    ]
  }
}
