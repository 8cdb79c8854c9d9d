// How text looks is shown by pictures only.
extension View {
  /// Sets the font.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/font(_:)>
  public nonisolated func font(_ font: Font?) -> some View {
    modifier(NodeModifier { node, _ in node.look.isCaption = font == .caption })
  }
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
