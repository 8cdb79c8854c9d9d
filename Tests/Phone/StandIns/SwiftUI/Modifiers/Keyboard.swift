public struct KeyEquivalent: Equatable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  let character: Character
  public static let delete: KeyEquivalent = "\u{8}"
  public static let `return`: KeyEquivalent = "\r"
  public static let space: KeyEquivalent = " "
  public static let downArrow: KeyEquivalent = "\u{F701}"
  public static let upArrow: KeyEquivalent = "\u{F700}"
  public init(extendedGraphemeClusterLiteral: Character) { character = extendedGraphemeClusterLiteral }
}

public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let command = EventModifiers(rawValue: 1 << 4)
  public static let shift = EventModifiers(rawValue: 1 << 1)
}

/// The keys that press a button.
struct HarnessShortcut: Equatable {
  let key: KeyEquivalent
  let modifiers: EventModifiers
}

public struct KeyPress: Sendable {
  public let key: KeyEquivalent
  public let modifiers: EventModifiers

  /// Whether the press ends here, or goes on to the view around.
  public enum Result: Sendable {
    case handled, ignored
  }

  /// <https://developer.apple.com/documentation/swiftui/keypress/phases-swift.struct>
  public struct Phases: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let down = Phases(rawValue: 1)
    public static let `repeat` = Phases(rawValue: 2)
  }
}

extension View {
  public nonisolated func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> some View {
    node { $0.shortcut = HarnessShortcut(key: key, modifiers: modifiers) }
  }
  /// Does something when a key is pressed while the view, or one in it, has the focus.
  public nonisolated func onKeyPress(
    phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View {
    node { if $0.visible.contains(where: \.isFocused) { $0.actions.keyPress = action } }
  }
  public nonisolated func focusable(_ isFocusable: Bool = true) -> some View {
    node { $0.isFocusable = isFocusable }
  }
  /// Shows nothing around the view while it has the focus. The harness shows nothing.
  public nonisolated func focusEffectDisabled(_ disabled: Bool = true) -> some View { self }
  /// Binds the focus of the view to a state. A view that cannot have the focus never gets it.
  public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    node { $0.isFocused = $0.isFocusable && condition.state.wrappedValue }
  }
}
