/// A key of a keyboard.
///
/// <https://developer.apple.com/documentation/swiftui/keyequivalent>
public struct KeyEquivalent: Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  let character: Character
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
  ) -> some View { self }
}
