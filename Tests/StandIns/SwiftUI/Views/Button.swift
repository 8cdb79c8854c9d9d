public struct ButtonRole: Equatable, Sendable {
  let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

@MainActor @preconcurrency
public struct Button<Label: View>: View {
  let action: @MainActor () -> Void
  nonisolated(unsafe) let label: Label
  var role: ButtonRole?
}
extension Button {
  public nonisolated init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(action: action, label: label())
  }
  /// <https://developer.apple.com/documentation/swiftui/button/init(role:action:label:)>
  public nonisolated init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(action: action, label: label(), role: role)
  }
}

extension Button where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action, label: Text(titleKey))
  }
  public nonisolated init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: Text(titleKey), role: role)
  }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: SwiftUI.Label(titleKey, systemImage: systemImage))
  }
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(
    _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: SwiftUI.Label(title, systemImage: systemImage))
  }
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: SwiftUI.Label(titleKey, systemImage: systemImage), role: role)
  }
}

extension Button: HarnessView {
  public typealias Body = Never
  /// Shows the button.
  func render(in context: HarnessContext) -> [HarnessNode] {
    [
      context.control(.button, label).with {
        $0.isPlain = context.environment.hasPlainButtons
        $0.look.purpose = role?.name
        $0.actions.press = { action() }
      }
    ]
  }
}

extension HarnessContext {
  /// An element whose label is a view.
  @MainActor
  func control(_ role: HarnessNode.Role, _ label: some View) -> HarnessNode {
    let label = part("label").render(label)
    return node(role, label: label.plainText).with {
      $0.look.content = label
      // A label that is a symbol is known by the symbol's name.
      $0.symbol = label.lazy.flatMap(\.visible).compactMap(\.symbol).first
      if $0.label.isEmpty { $0.label = $0.symbol ?? "" }
      $0.texts = label.flatMap(\.visible).map(\.label)
      $0.spoken = label.lazy.flatMap(\.visible).compactMap(\.spoken).first
    }
  }
}
