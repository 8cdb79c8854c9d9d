/// Where views stand beside one another.
///
/// <https://developer.apple.com/documentation/swiftui/verticalalignment>
public struct VerticalAlignment: Equatable, Sendable {
  let name: String
  /// In the middle.
  public static let center = VerticalAlignment(name: "center")
}

/// Where views stand below one another.
///
/// <https://developer.apple.com/documentation/swiftui/horizontalalignment>
public struct HorizontalAlignment: Equatable, Sendable {
  let name: String
  /// Where text begins.
  public static let leading = HorizontalAlignment(name: "leading")
  /// Where text ends.
  public static let trailing = HorizontalAlignment(name: "trailing")
  /// In the middle.
  public static let center = HorizontalAlignment(name: "center")
}

/// Where a view stands.
///
/// <https://developer.apple.com/documentation/swiftui/alignment>
public struct Alignment: Sendable {
  /// In the middle.
  public static let center = Alignment()
  /// Above.
  public static let top = Alignment()
}

/// Where the nested type stands.
///
/// <https://developer.apple.com/documentation/swiftui/axis>
public enum Axis {
  /// Directions.
  ///
  /// <https://developer.apple.com/documentation/swiftui/axis/set>
  public struct Set: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int8
    /// Makes a set of its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Down.
    public static let vertical = Set(rawValue: 2)
    /// From side to side.
    public static let horizontal = Set(rawValue: 1)
  }
}

/// Where the nested type stands.
///
/// <https://developer.apple.com/documentation/swiftui/edge>
public enum Edge {
  /// Sides.
  ///
  /// <https://developer.apple.com/documentation/swiftui/edge/set>
  public struct Set: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int8
    /// Makes a set of its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Left and right.
    public static let horizontal = Set(rawValue: 10)
    /// All four.
    public static let all = Set(rawValue: 15)
  }
}

/// A side across.
///
/// <https://developer.apple.com/documentation/swiftui/horizontaledge>
public enum HorizontalEdge: Int8, Sendable {
  /// Where text begins.
  case leading = 0
  /// Where text ends.
  case trailing = 1
}

/// Room at the sides of a view.
///
/// <https://developer.apple.com/documentation/swiftui/edgeinsets>
public struct EdgeInsets: Sendable {
  /// No room.
  public init() {}
}

/// The upper or the lower edge.
///
/// <https://developer.apple.com/documentation/swiftui/verticaledge>
public enum VerticalEdge: Sendable {
  /// The lower one.
  case bottom
}

/// Shows the first of several views that fits. The harness measures nothing; on the smallest phone nothing may fit but the last.
///
/// <https://developer.apple.com/documentation/swiftui/viewthatfits>
@MainActor @preconcurrency
public struct ViewThatFits<Content: View>: View {
  nonisolated(unsafe) let content: Content
  /// Makes one of views, the one that is wanted most first.
  public nonisolated init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}
extension ViewThatFits: HarnessView {
  /// It draws itself.
  public typealias Body = Never
  /// Shows one of the views.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let views = context.child(.content).render(content)
    let shown = context.harness.isTypeLarge ? views.suffix(1) : views.prefix(1)
    return shown.map { node in node.with { $0.look.choices = views } }
  }
}

/// Lets a view in it be scrolled to.
///
/// <https://developer.apple.com/documentation/swiftui/scrollviewreader>
@MainActor @preconcurrency
public struct ScrollViewReader<Content: View>: View {
  nonisolated(unsafe) let content: (ScrollViewProxy) -> Content
  /// Makes one.
  public nonisolated init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }
}
extension ScrollViewReader: HarnessView {
  /// It draws itself.
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(content(ScrollViewProxy()))
  }
}

/// What scrolls.
///
/// <https://developer.apple.com/documentation/swiftui/scrollviewproxy>
public struct ScrollViewProxy {
  /// Scrolls as little as possible to a view; the harness shows everything.
  public func scrollTo<ID: Hashable>(_ id: ID) {}
}
