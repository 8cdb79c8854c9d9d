public struct Font: Hashable, Sendable {
  public enum TextStyle: Hashable, Sendable {
    case body, caption
  }

  let style: TextStyle
  public static let caption = Font(style: .caption)
}
