/// A font.
///
/// <https://developer.apple.com/documentation/swiftui/font>
public struct Font: Hashable, Sendable {
  /// What text is for.
  public enum TextStyle: Hashable, Sendable {
    /// Running text, and small print.
    case body, caption
  }

  let style: TextStyle
  /// For captions.
  public static let caption = Font(style: .caption)
}
