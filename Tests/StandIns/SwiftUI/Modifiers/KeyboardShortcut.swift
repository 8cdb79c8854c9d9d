/// A key of a keyboard.
///
/// <https://developer.apple.com/documentation/swiftui/keyequivalent>
public struct KeyEquivalent: Equatable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  let character: Character
  /// The key above return.
  public static let delete: KeyEquivalent = "\u{8}"
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
