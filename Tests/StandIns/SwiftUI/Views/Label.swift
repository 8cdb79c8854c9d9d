@MainActor @preconcurrency
public struct Label<Title: View, Icon: View>: View {
  nonisolated(unsafe) let title: Title
  nonisolated(unsafe) let icon: Icon
}
extension Label {
  public nonisolated init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.init(title: title(), icon: icon())
  }
}

extension Label where Title == Text, Icon == Image {
  public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init(title: Text(titleKey), icon: Image(systemName: name))
  }
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init(title: Text(title), icon: Image(systemName: name))
  }
}

extension Label: HarnessView {
  public typealias Body = Never
  /// Shows the title, and names the symbol.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let title = context.part("title").render(title)
    let icon = context.part("icon").render(icon)
    let node = context.node(.label, label: title.plainText).with {
      $0.symbol = icon.first?.symbol
    }
    return [node]
  }
}
