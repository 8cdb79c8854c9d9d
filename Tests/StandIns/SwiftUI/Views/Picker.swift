@MainActor @preconcurrency
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  nonisolated(unsafe) let selection: Binding<SelectionValue>
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let content: Content
}

extension Picker where Label == Text {
  public nonisolated init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, label: Text(titleKey), content: content())
  }
}

extension Picker: HarnessView {
  public typealias Body = Never
  /// Shows the choice, with its options.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let options = context.child(.content).render(content).flatMap(\.options).map { node in
      context.node(.option, label: node.plainText).with { option in
        // A tag may be of the choice's type or of what its optional wraps.
        let value = node.tag?.base as? SelectionValue
        option.tag = node.tag
        option.look.content = [node]
        option.isSelected = value != nil && value == selection.wrappedValue
        option.actions.press = { if let value { selection.wrappedValue = value } }
      }
    }
    if context.environment.hasInlinePickers {
      return (context.environment.hidesLabels ? [] : context.part("label").render(label)) + options
    }
    return [
      context.control(.picker, label).with {
        $0.value = options.first { $0.isSelected }?.label
        $0.children = options
      }
    ]
  }
}

/// How a choice looks.
///
/// <https://developer.apple.com/documentation/swiftui/pickerstyle>
@MainActor @preconcurrency
public protocol PickerStyle {}
/// Each option is a row among those around.
///
/// <https://developer.apple.com/documentation/swiftui/inlinepickerstyle>
public struct InlinePickerStyle: PickerStyle {
  /// Makes the style.
  public init() {}
}
extension PickerStyle where Self == InlinePickerStyle {
  /// Each option is a row among those around.
  @MainActor @preconcurrency public static var inline: InlinePickerStyle { InlinePickerStyle() }
}
extension View {
  /// Says how choices look.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/pickerstyle(_:)>
  public nonisolated func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
    environment(\.hasInlinePickers, S.self == InlinePickerStyle.self)
  }
  /// Hides the labels of controls.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/labelshidden()>
  public nonisolated func labelsHidden() -> some View { environment(\.hidesLabels, true) }
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
