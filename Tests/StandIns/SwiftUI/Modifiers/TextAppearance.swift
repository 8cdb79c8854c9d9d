// How text looks is not shown here.
extension View {
  /// Sets the font.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/font(_:)>
  public nonisolated func font(_ font: Font?) -> some View { self }
  /// Says where lines stand below one another.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/multilinetextalignment(_:)>
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
}

/// Where lines stand below one another.
///
/// <https://developer.apple.com/documentation/swiftui/textalignment>
public enum TextAlignment: Hashable, Sendable {
  /// In the middle.
  case center
}
