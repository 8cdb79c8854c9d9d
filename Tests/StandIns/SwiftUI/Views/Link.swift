/// A control that opens an address.
///
/// <https://developer.apple.com/documentation/swiftui/link>
public struct Link<Label> {
  let label: Label
  let destination: URL
}

extension Link: View where Label: View {
  /// Makes a link with a view as its label.
  public nonisolated init(destination: URL, @ViewBuilder label: () -> Label) {
    self.init(label: label(), destination: destination)
  }
}
extension Link where Label == Text {
  /// Makes a link with a localised title.
  public nonisolated init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(label: Text(titleKey), destination: destination)
  }
  /// Makes a link with a title.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, destination: URL) {
    self.init(label: Text(title), destination: destination)
  }
}

extension Link: StageView where Label: View {
  /// A link draws itself.
  public typealias Body = Never
  /// Shows the label.
  public func render(in context: StageContext) -> [StageNode] {
    [
      context.control(.link, label).with {
        $0.value = destination.absoluteString
        $0.actions.press = { [open = context.environment.openURL] in _ = open.handler(destination) }
      }
    ]
  }
}
