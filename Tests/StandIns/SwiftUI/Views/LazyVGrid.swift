import Foundation

public struct GridItem: Sendable {
  public enum Size: Sendable {
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public init(_ size: GridItem.Size, spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A grid that makes its views when they come into sight. Here all are in sight, as in a list.
@MainActor @preconcurrency
public struct LazyVGrid<Content: View>: View {
  nonisolated(unsafe) let content: Content
}
extension LazyVGrid {
  public nonisolated init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.init(content: content()) }
}
extension LazyVGrid: HarnessView {
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] { context.stack(.grid, content) }
}
