import Foundation

/// Views beside one another.
///
/// <https://developer.apple.com/documentation/swiftui/hstack>
@MainActor @preconcurrency
public struct HStack<Content: View>: View {
  nonisolated(unsafe) let content: Content
}
extension HStack {
  /// Makes a stack.
  public nonisolated init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.init(content: content()) }
}
extension HStack: HarnessView {
  /// A stack draws itself.
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.horizontal, content)
  }
}

/// Views below one another.
///
/// <https://developer.apple.com/documentation/swiftui/vstack>
@MainActor @preconcurrency
public struct VStack<Content: View>: View {
  nonisolated(unsafe) let content: Content
  let isLeading: Bool
}
extension VStack {
  /// Makes a stack.
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.init(content: content(), isLeading: alignment == .leading) }
}
extension VStack: HarnessView {
  /// A stack draws itself.
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.vertical, content).map { node in node.with { $0.look.isLeading = isLeading } }
  }
}

/// A view that scrolls.
///
/// <https://developer.apple.com/documentation/swiftui/scrollview>
@MainActor @preconcurrency
public struct ScrollView<Content: View>: View {
  nonisolated(unsafe) let content: Content
}
extension ScrollView {
  /// Makes a view that scrolls.
  public nonisolated init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { self.init(content: content()) }
}
extension ScrollView: HarnessView {
  /// A scroll view draws itself.
  public typealias Body = Never
  /// Shows the content.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.stack(.scroll, content).map { node in
      node.with { $0.actions.refresh = context.environment.refresh?.callAsFunction }
    }
  }
}

/// Room between views.
///
/// <https://developer.apple.com/documentation/swiftui/spacer>
@MainActor @preconcurrency
public struct Spacer: Sendable {
  /// Makes room.
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
