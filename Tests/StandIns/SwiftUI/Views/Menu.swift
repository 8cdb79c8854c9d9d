@MainActor @preconcurrency
public struct Menu<Label: View, Content: View>: View {
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let content: Content
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(label: SwiftUI.Label(titleKey, systemImage: systemImage), content: content())
  }
}

extension Menu: HarnessView {
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
