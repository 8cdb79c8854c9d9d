public struct KeyEquivalent: Equatable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  let character: Character
  public static let delete: KeyEquivalent = "\u{8}"
  public static let `return`: KeyEquivalent = "\r"
  public static let space: KeyEquivalent = " "
  public static let downArrow: KeyEquivalent = "\u{F701}"
  public static let upArrow: KeyEquivalent = "\u{F700}"
  public init(extendedGraphemeClusterLiteral: Character) { character = extendedGraphemeClusterLiteral }
}

/// The keys that are held down meanwhile.
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let command = EventModifiers(rawValue: 1 << 4)
  public static let shift = EventModifiers(rawValue: 1 << 1)
}

extension View {
  public nonisolated func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> some View {
    modifier(NodeModifier { node, _ in node.shortcut = HarnessShortcut(key: key, modifiers: modifiers) })
  }
}

/// The keys that press a button.
struct HarnessShortcut: Equatable {
  let key: KeyEquivalent
  let modifiers: EventModifiers
}

public struct KeyPress: Sendable {
  public let key: KeyEquivalent
  public let modifiers: EventModifiers

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
  /// Does something when a key is pressed while the view, or one in it, has the focus.
  public nonisolated func onKeyPress(
    phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View {
    modifier(KeyPressModifier(action: action))
  }
}

struct KeyPressModifier {
  let action: (KeyPress) -> KeyPress.Result
}
extension KeyPressModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    content(context).map { node in
      guard node.visible.contains(where: \.isFocused) else { return node }
      return node.with { $0.actions.keyPress = action }
    }
  }
}
