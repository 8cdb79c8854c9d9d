/// A control that shows others.
///
/// <https://developer.apple.com/documentation/swiftui/menu>
public struct Menu<Label, Content> {
  let label: Label
  let content: Content
}

extension Menu: View where Label: View, Content: View {
  /// Makes a menu with a view as its label.
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.init(label: label(), content: content())
  }
}
extension Menu where Label == Text, Content: View {
  /// Makes a menu with a localised title.
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(label: Text(titleKey), content: content())
  }
  /// Makes a menu with a title.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(label: Text(title), content: content())
  }
}
extension Menu where Label == SwiftUI.Label<Text, Image>, Content: View {
  /// Makes a menu with a localised title and a symbol.
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(label: SwiftUI.Label(titleKey, systemImage: systemImage), content: content())
  }
}

extension Menu: StageView where Label: View, Content: View {
  /// A menu draws itself.
  public typealias Body = Never
  /// Shows the label; what is in the menu can be pressed as if it were open.
  public func render(in context: StageContext) -> [StageNode] {
    [
      context.control(.menu, label).with {
        $0.children = context.child(.content).render(content)
      }
    ]
  }
}
