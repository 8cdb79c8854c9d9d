/// A value with a label.
///
/// <https://developer.apple.com/documentation/swiftui/labeledcontent>
public struct LabeledContent<Label, Content> {
  let label: Label
  let content: Content
}

extension LabeledContent: View where Label: View, Content: View {
  /// Makes a value of a view, with a view as its label.
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.init(label: label(), content: content())
  }
}
extension LabeledContent where Label == Text, Content: View {
  /// Makes a value of a view, with a localised title.
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(label: Text(titleKey), content: content())
  }
}
extension LabeledContent where Label == Text, Content == Text {
  /// Makes a value of a string, with a localised title.
  public nonisolated init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
    self.init(label: Text(titleKey), content: Text(verbatim: String(value)))
  }
  /// Makes a value in a format, with a localised title.
  public nonisolated init<F: FormatStyle>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(label: Text(titleKey), content: Text(value, format: format))
  }
}

extension LabeledContent: StageView where Label: View, Content: View {
  /// A labelled value draws itself.
  public typealias Body = Never
  /// Shows label and value.
  public func render(in context: StageContext) -> [StageNode] {
    [context.control(.labeled, label).with { $0.children = context.child(.content).render(content) }]
  }
}
