import Foundation

@MainActor @preconcurrency
public struct HStack<Content: View>: HarnessView {
  nonisolated(unsafe) let content: Content
  public nonisolated init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  func render(in context: HarnessContext) -> [HarnessNode] { context.stack(.horizontal, content) }
}

@MainActor @preconcurrency
public struct VStack<Content: View>: HarnessView {
  nonisolated(unsafe) let content: Content
  let isLeading: Bool
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { (self.content, isLeading) = (content(), alignment == .leading) }

  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.vertical, content).map { node in node.with { $0.look.isLeading = isLeading } }
  }
}

@MainActor @preconcurrency
public struct ScrollView<Content: View>: HarnessView {
  nonisolated(unsafe) let content: Content
  public nonisolated init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.scroll, content).map { node in
      node.with { $0.actions.refresh = context.environment.refresh }
    }
  }
}

@MainActor @preconcurrency
public struct Spacer: Sendable, HarnessView {
  public init(minLength: CGFloat? = nil) {}
  func render(in context: HarnessContext) -> [HarnessNode] { [.unread { $0.isSpacer = true }] }
}

extension HarnessContext {
  @MainActor
  func stack(_ role: HarnessNode.Role, _ content: some View) -> [HarnessNode] {
    let children = child(.content).render(content)
    return children.isEmpty ? [] : [node(role, children: children)]
  }
}

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
public struct LazyVGrid<Content: View>: HarnessView {
  nonisolated(unsafe) let content: Content
  public nonisolated init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.content = content() }

  func render(in context: HarnessContext) -> [HarnessNode] { context.stack(.grid, content) }
}

public struct VerticalAlignment: Equatable, Sendable {
  public static let center = VerticalAlignment()
}

public struct HorizontalAlignment: Equatable, Sendable {
  let name: String
  public static let leading = HorizontalAlignment(name: "leading")
  public static let center = HorizontalAlignment(name: "center")
}

public struct Alignment: Sendable {
  public static let center = Alignment()
  public static let top = Alignment()
}

public enum Axis {
  case vertical
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let vertical = Set(rawValue: 2)
    public static let horizontal = Set(rawValue: 1)
  }
}

public enum Edge {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let horizontal = Set(rawValue: 10)
    public static let all = Set(rawValue: 15)
  }
}

public enum HorizontalEdge: Int8, Sendable {
  case leading = 0
  case trailing = 1
}

public struct EdgeInsets: Sendable {
  public init() {}
}

public enum VerticalEdge: Sendable {
  case bottom
}

/// Shows the first of several views that fits. The harness measures nothing; on the smallest phone nothing may fit but the last.
@MainActor @preconcurrency
public struct ViewThatFits<Content: View>: HarnessView {
  nonisolated(unsafe) let content: Content
  /// Makes one of views, the one that is wanted most first.
  public nonisolated init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let views = context.child(.content).render(content)
    let shown = context.harness.isTypeLarge ? views.suffix(1) : views.prefix(1)
    return shown.map { node in node.with { $0.look.choices = views } }
  }
}

@MainActor @preconcurrency
public struct ScrollViewReader<Content: View>: HarnessView {
  nonisolated(unsafe) let content: (ScrollViewProxy) -> Content
  public nonisolated init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(content(ScrollViewProxy()))
  }
}

public struct ScrollViewProxy {
  /// Scrolls as little as possible to a view; the harness shows everything.
  public func scrollTo<ID: Hashable>(_ id: ID) {}
}
