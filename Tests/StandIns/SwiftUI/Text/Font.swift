/// A font.
///
/// <https://developer.apple.com/documentation/swiftui/font>
public struct Font: Hashable, Sendable {
  /// How heavy letters are.
  public struct Weight: Hashable, Sendable {
    let name: String
    /// The weights from the lightest.
    public static let light = Weight(name: "light")
    /// Regular.
    public static let regular = Weight(name: "regular")
    /// Medium.
    public static let medium = Weight(name: "medium")
    /// Semibold.
    public static let semibold = Weight(name: "semibold")
    /// Bold.
    public static let bold = Weight(name: "bold")
  }

  /// How letters are drawn.
  public enum Design: Hashable, Sendable {
    /// The designs.
    case `default`, serif, rounded, monospaced
  }

  /// What text is for.
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    /// The styles.
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
  }

  let style: TextStyle
  /// For the title of a screen.
  public static let largeTitle = Font(style: .largeTitle)
  /// For first titles.
  public static let title = Font(style: .title)
  /// For second titles.
  public static let title2 = Font(style: .title2)
  /// For third titles.
  public static let title3 = Font(style: .title3)
  /// For headings.
  public static let headline = Font(style: .headline)
  /// For second headings.
  public static let subheadline = Font(style: .subheadline)
  /// For body text.
  public static let body = Font(style: .body)
  /// For callouts.
  public static let callout = Font(style: .callout)
  /// For footnotes.
  public static let footnote = Font(style: .footnote)
  /// For captions.
  public static let caption = Font(style: .caption)
  /// For second captions.
  public static let caption2 = Font(style: .caption2)

  /// A system font.
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font(style: style)
  }
  /// A system font of a size.
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(style: .body)
  }
  /// The font in bold.
  public func bold() -> Font { self }
  /// The font in italics.
  public func italic() -> Font { self }
  /// The font in a weight.
  public func weight(_ weight: Weight) -> Font { self }
  /// The font with letters of one width.
  public func monospaced() -> Font { self }
  /// The font with digits of one width.
  public func monospacedDigit() -> Font { self }
}
