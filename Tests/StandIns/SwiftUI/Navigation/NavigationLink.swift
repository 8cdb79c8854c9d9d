@MainActor @preconcurrency
public struct NavigationLink<Label: View, Destination: View>: View {
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let value: AnyHashable?
  nonisolated(unsafe) let destination: Destination?
}

extension NavigationLink where Destination == Never {
  public nonisolated init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: value.map { AnyHashable($0) }, destination: nil)
  }
}

extension NavigationLink where Label == Text {
  /// <https://developer.apple.com/documentation/swiftui/navigationlink/init(_:destination:)>
  public nonisolated init(
    _ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination
  ) {
    self.init(label: Text(titleKey), value: nil, destination: destination())
  }
}

extension NavigationLink: HarnessView {
  public typealias Body = Never
  /// Shows the label.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let isActive = context.memory("active", false)
    let close: () -> Void = {
      isActive.value = false
      context.invalidate()
    }
    if let destination, isActive.value {
      context.screen.pages.append(
        .init(context: context.part("destination"), content: AnyView(destination), close: close))
    }
    let node = context.control(.navigationLink, label).with {
      if let value {
        $0.tag = value
        $0.actions.press = { [screen = context.screen, select = context.onSelect] in
          if let push = screen.push { push(value) } else { select?(value) }
        }
      } else if destination != nil {
        $0.actions.press = {
          isActive.value = true
          context.invalidate()
        }
      } else {
        $0.isEnabled = false
      }
    }
    return [node]
  }
}
