public struct VerticalAlignment: Equatable, Sendable {
  let name: String
  public static let center = VerticalAlignment(name: "center")
}

public struct HorizontalAlignment: Equatable, Sendable {
  let name: String
  public static let leading = HorizontalAlignment(name: "leading")
  public static let trailing = HorizontalAlignment(name: "trailing")
  public static let center = HorizontalAlignment(name: "center")
}

public struct Alignment: Sendable {
  public static let center = Alignment()
  public static let top = Alignment()
}

public enum Axis {
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
public struct ViewThatFits<Content: View>: View {
  nonisolated(unsafe) let content: Content
  /// Makes one of views, the one that is wanted most first.
  public nonisolated init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}
extension ViewThatFits: HarnessView {
  public typealias Body = Never
  /// Shows one of the views.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let views = context.child(.content).render(content)
    let shown = context.harness.isTypeLarge ? views.suffix(1) : views.prefix(1)
    return shown.map { node in node.with { $0.look.choices = views } }
  }
}

@MainActor @preconcurrency
public struct ScrollViewReader<Content: View>: View {
  nonisolated(unsafe) let content: (ScrollViewProxy) -> Content
  public nonisolated init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }
}
extension ScrollViewReader: HarnessView {
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(content(ScrollViewProxy()))
  }
}

public struct ScrollViewProxy {
  /// Scrolls as little as possible to a view; the harness shows everything.
  public func scrollTo<ID: Hashable>(_ id: ID) {}
}
