import Foundation

@MainActor @preconcurrency
public struct HStack<Content: View>: View {
  nonisolated(unsafe) let content: Content
}
extension HStack {
  public nonisolated init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.init(content: content()) }
}
extension HStack: HarnessView {
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.horizontal, content)
  }
}

@MainActor @preconcurrency
public struct VStack<Content: View>: View {
  nonisolated(unsafe) let content: Content
  let isLeading: Bool
}
extension VStack {
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.init(content: content(), isLeading: alignment == .leading) }
}
extension VStack: HarnessView {
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.vertical, content).map { node in node.with { $0.look.isLeading = isLeading } }
  }
}

@MainActor @preconcurrency
public struct ScrollView<Content: View>: View {
  nonisolated(unsafe) let content: Content
}
extension ScrollView {
  public nonisolated init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { self.init(content: content()) }
}
extension ScrollView: HarnessView {
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.scroll, content).map { node in
      node.with { $0.actions.refresh = context.environment.refresh?.callAsFunction }
    }
  }
}

@MainActor @preconcurrency
public struct Spacer: Sendable {
  public init(minLength: CGFloat? = nil) {}
}
extension Spacer: HarnessView {
  /// Shows nothing.
  func render(in context: HarnessContext) -> [HarnessNode] { [.unread { $0.isSpacer = true }] }
}

extension HarnessContext {
  @MainActor
  func stack(_ role: HarnessNode.Role, _ content: some View) -> [HarnessNode] {
    let children = child(.content).render(content)
    return children.isEmpty ? [] : [node(role, children: children)]
  }
}
