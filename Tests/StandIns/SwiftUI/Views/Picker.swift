/// A choice of one of several values.
///
/// <https://developer.apple.com/documentation/swiftui/picker>
@MainActor @preconcurrency
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  nonisolated(unsafe) let selection: Binding<SelectionValue>
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let content: Content
}

extension Picker where Label == Text {
  /// Makes a choice with a localised title.
  public nonisolated init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, label: Text(titleKey), content: content())
  }
}

extension Picker: HarnessView {
  /// A choice draws itself.
  public typealias Body = Never
  /// Shows the choice, with its options.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let options = context.child(.content).render(content).flatMap(\.options).map { node in
      context.node(.option, label: node.plainText).with { option in
        // A tag may be of the choice's type or of what its optional wraps.
        let value = node.tag?.base as? SelectionValue
        option.tag = node.tag
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
