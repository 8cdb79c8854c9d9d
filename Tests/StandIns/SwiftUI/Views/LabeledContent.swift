public struct LabeledContent<Label, Content> {
  let label: Label
  let content: Content
}

extension LabeledContent: View where Label: View, Content: View {}

extension LabeledContent where Label == Text, Content: View {
  /// <https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:content:)>
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(label: Text(titleKey), content: content())
  }
}

extension LabeledContent: HarnessView where Label: View, Content: View {
  public typealias Body = Never
  /// Shows the label and the value beside each other.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let value = context.part("content").render(content).map { node in
      node.with { $0.look.color = "secondary" }
    }
    let nodes = context.part("label").render(label) + [.unread { $0.isSpacer = true }] + value
    return [context.node(.horizontal, children: nodes)]
  }
}
