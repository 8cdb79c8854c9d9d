/// Where views stand beside one another.
///
/// <https://developer.apple.com/documentation/swiftui/verticalalignment>
public struct VerticalAlignment: Equatable, Sendable {
  let name: String
  /// At the top.
  public static let top = VerticalAlignment(name: "top")
  /// In the middle.
  public static let center = VerticalAlignment(name: "center")
  /// At the bottom.
  public static let bottom = VerticalAlignment(name: "bottom")
  /// On the first line of text.
  public static let firstTextBaseline = VerticalAlignment(name: "first")
  /// On the last line of text.
  public static let lastTextBaseline = VerticalAlignment(name: "last")
}

/// Where views stand below one another.
///
/// <https://developer.apple.com/documentation/swiftui/horizontalalignment>
public struct HorizontalAlignment: Equatable, Sendable {
  let name: String
  /// Where text begins.
  public static let leading = HorizontalAlignment(name: "leading")
  /// In the middle.
  public static let center = HorizontalAlignment(name: "center")
  /// Where text ends.
  public static let trailing = HorizontalAlignment(name: "trailing")
}

/// Where a view stands.
///
/// <https://developer.apple.com/documentation/swiftui/alignment>
public struct Alignment: Equatable, Sendable {
  /// Across.
  public var horizontal: HorizontalAlignment
  /// Down.
  public var vertical: VerticalAlignment
  /// Makes an alignment.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
  /// In the middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// Where text begins.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// Where text ends.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// At the top.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// At the bottom.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// In the first corner.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// In the second corner.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// In the third corner.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// In the fourth corner.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

/// A direction.
///
/// <https://developer.apple.com/documentation/swiftui/axis>
public enum Axis: Int8, CaseIterable, Sendable {
  /// Across.
  case horizontal
  /// Down.
  case vertical
  /// Directions.
  public struct Set: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int8
    /// Makes a set of its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Across.
    public static let horizontal = Set(rawValue: 1)
    /// Down.
    public static let vertical = Set(rawValue: 2)
  }
}

/// A side of a rectangle.
///
/// <https://developer.apple.com/documentation/swiftui/edge>
public enum Edge: Int8, CaseIterable, Sendable {
  /// The sides.
  case top, leading, bottom, trailing
  /// Sides.
  public struct Set: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int8
    /// Makes a set of its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Above.
    public static let top = Set(rawValue: 1)
    /// Where text begins.
    public static let leading = Set(rawValue: 2)
    /// Below.
    public static let bottom = Set(rawValue: 4)
    /// Where text ends.
    public static let trailing = Set(rawValue: 8)
    /// Left and right.
    public static let horizontal: Set = [.leading, .trailing]
    /// Above and below.
    public static let vertical: Set = [.top, .bottom]
    /// All four.
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// A side across.
///
/// <https://developer.apple.com/documentation/swiftui/horizontaledge>
public enum HorizontalEdge: Int8, CaseIterable, Sendable {
  /// The sides.
  case leading, trailing
}

/// A side down.
///
/// <https://developer.apple.com/documentation/swiftui/verticaledge>
public enum VerticalEdge: Int8, CaseIterable, Sendable {
  /// The sides.
  case top, bottom
}

/// Room at the sides of a view.
///
/// <https://developer.apple.com/documentation/swiftui/edgeinsets>
public struct EdgeInsets: Equatable, Sendable {
  /// Above.
  public var top: CGFloat
  /// Where text begins.
  public var leading: CGFloat
  /// Below.
  public var bottom: CGFloat
  /// Where text ends.
  public var trailing: CGFloat
  /// Makes insets.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
  /// No room.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
}

/// What stays in place while its section scrolls.
///
/// <https://developer.apple.com/documentation/swiftui/pinnedscrollableviews>
public struct PinnedScrollableViews: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Headers.
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  /// Footers.
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// How text is arranged in several lines.
///
/// <https://developer.apple.com/documentation/swiftui/textalignment>
public enum TextAlignment: Hashable, CaseIterable, Sendable {
  /// The ways.
  case leading, center, trailing
}

/// How a picture fits its place.
///
/// <https://developer.apple.com/documentation/swiftui/contentmode>
public enum ContentMode: Hashable, CaseIterable, Sendable {
  /// The ways.
  case fit, fill
}

/// How much a title stands out.
///
/// <https://developer.apple.com/documentation/swiftui/visibility>
public enum Visibility: Hashable, CaseIterable, Sendable {
  /// The ways.
  case automatic, visible, hidden
}
