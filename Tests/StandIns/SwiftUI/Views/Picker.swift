/// A choice of one of several values.
///
/// <https://developer.apple.com/documentation/swiftui/picker>
public struct Picker<Label, SelectionValue: Hashable, Content> {
  let selection: Binding<SelectionValue>
  let label: Label
  let content: Content
}

extension Picker: View where Label: View, Content: View {
}
extension Picker where Label == Text, Content: View {
  /// Makes a choice with a localised title.
  public nonisolated init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, label: Text(titleKey), content: content())
  }
}

extension Picker: HarnessView where Label: View, Content: View {
  /// A choice draws itself.
  public typealias Body = Never
  /// Shows the choice, with its options.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let options = context.child(.content).render(content).flatMap(\.options).map { node in
      context.node(.option, label: node.plainText).with { option in
        // A tag may be of the choice's type or of what its optional wraps.
        let value = node.tag?.base as? SelectionValue
        option.tag = node.tag
        option.identifier = node.identifier
        option.isSelected = value != nil && value == selection.wrappedValue
        option.actions.press = { if let value { selection.wrappedValue = value } }
      }
    }
    return [
      context.control(.picker, label).with {
        $0.value = options.first { $0.isSelected }?.label
        $0.children = options
      }
    ]
  }
}

extension HarnessNode {
  /// The options in it: sections of a picker are only lines.
  fileprivate var options: [HarnessNode] {
    switch role {
    case .section: children.flatMap(\.options)
    case .header, .footer: []
    default: [self]
    }
  }
}
