import Foundation

/// A column of a grid.
///
/// <https://developer.apple.com/documentation/swiftui/griditem>
public struct GridItem: Sendable {
  /// How wide it is.
  public enum Size: Sendable {
    /// As many columns as there is room for.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  /// Makes a column.
  public init(_ size: GridItem.Size, spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

/// What stays in sight while the user scrolls.
///
/// <https://developer.apple.com/documentation/swiftui/pinnedscrollableviews>
public struct PinnedScrollableViews: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A grid that makes its views when they come into sight. Here all are in sight, as in a list.
///
/// <https://developer.apple.com/documentation/swiftui/lazyvgrid>
@MainActor @preconcurrency
public struct LazyVGrid<Content: View>: View {
  nonisolated(unsafe) let content: Content
}
extension LazyVGrid {
  /// Makes a grid.
  public nonisolated init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.init(content: content()) }
}
extension LazyVGrid: HarnessView {
  /// A grid draws itself.
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] { context.stack(.grid, content) }
}
