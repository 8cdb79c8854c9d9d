/// Content that can be unfolded.
///
/// <https://developer.apple.com/documentation/swiftui/disclosuregroup>
public struct DisclosureGroup<Label, Content> {
  let label: Label
  let content: () -> Content
  let isExpanded: Binding<Bool>?
}

extension DisclosureGroup: View where Label: View, Content: View {
  /// Makes a group with a view as its label.
  public nonisolated init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
    self.init(label: label(), content: content, isExpanded: nil)
  }
  /// Makes a group with a view as its label.
  public nonisolated init(
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.init(label: label(), content: content, isExpanded: isExpanded)
  }
}
extension DisclosureGroup where Label == Text, Content: View {
  /// Makes a group with a localised title.
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
    self.init(label: Text(titleKey), content: content, isExpanded: nil)
  }
  /// Makes a group with a localised title.
  public nonisolated init(
    _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(label: Text(titleKey), content: content, isExpanded: isExpanded)
  }
}

extension DisclosureGroup: StageView where Label: View, Content: View {
  /// A group draws itself.
  public typealias Body = Never
  /// Shows the label, and the content when it is unfolded.
  public func render(in context: StageContext) -> [StageNode] {
    let own = context.slot.box("expanded") { StateLocation(false, context.stage.invalidation) }
    let isExpanded = isExpanded ?? Binding(read: { own.value }, write: { own.value = $0 })
    return [
      context.control(.disclosure, label).with {
        $0.isSelected = isExpanded.wrappedValue
        $0.children = isExpanded.wrappedValue ? context.child(.content).render(content()) : []
        $0.actions.press = { isExpanded.wrappedValue.toggle() }
      }
    ]
  }
}
