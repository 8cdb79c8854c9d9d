/// A key of a keyboard.
///
/// <https://developer.apple.com/documentation/swiftui/keyequivalent>
public struct KeyEquivalent: Equatable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  let character: Character
  /// The key above return.
  public static let delete: KeyEquivalent = "\u{8}"
  /// Return.
  public static let `return`: KeyEquivalent = "\r"
  /// The space bar.
  public static let space: KeyEquivalent = " "
  /// The arrow down.
  public static let downArrow: KeyEquivalent = "\u{F701}"
  /// The arrow up.
  public static let upArrow: KeyEquivalent = "\u{F700}"
  /// The key of a character.
  public init(extendedGraphemeClusterLiteral: Character) { character = extendedGraphemeClusterLiteral }
}

/// The keys that are held down meanwhile.
///
/// <https://developer.apple.com/documentation/swiftui/eventmodifiers>
public struct EventModifiers: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Keys of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Command.
  public static let command = EventModifiers(rawValue: 1 << 4)
  /// Shift.
  public static let shift = EventModifiers(rawValue: 1 << 1)
}

extension View {
  /// Lets a keyboard press the button.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/keyboardshortcut(_:modifiers:)>
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

/// A key of a keyboard that was pressed.
///
/// <https://developer.apple.com/documentation/swiftui/keypress>
public struct KeyPress: Sendable {
  /// The key.
  public let key: KeyEquivalent
  /// The keys that were held down.
  public let modifiers: EventModifiers

  /// Whether the press goes on to the view around.
  ///
  /// <https://developer.apple.com/documentation/swiftui/keypress/result>
  public enum Result: Sendable {
    /// It does not, or it does.
    case handled, ignored
  }

  /// When a press is told.
  ///
  /// <https://developer.apple.com/documentation/swiftui/keypress/phases-swift.struct>
  public struct Phases: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The key goes down.
    public static let down = Phases(rawValue: 1)
    /// The key is held down.
    public static let `repeat` = Phases(rawValue: 2)
  }
}

extension View {
  /// Does something when a key is pressed while the view, or one in it, has the focus.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/onkeypress(phases:action:)>
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
