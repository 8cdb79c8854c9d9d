import Foundation

// How a view looks is shown by pictures only.
extension View {
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    modifier(NodeModifier { node, _ in node.look.size = CGSize(width: width ?? 0, height: height ?? 0) })
  }
  public nonisolated func scaledToFit() -> some View { self }
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
    modifier(NodeModifier { node, _ in node.look.color = node.look.color ?? style.colorName })
  }
  public nonisolated func tint(_ tint: Color?) -> some View {
    modifier(NodeModifier { node, _ in node.look.color = tint?.name })
  }
  public nonisolated func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
}

extension View {
  /// Shows a number at the end of a row of a list; none for 0.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/badge(_:)-6k2u9>
  public nonisolated func badge(_ count: Int) -> some View {
    modifier(BadgeModifier(text: count == 0 ? "" : "\(count)"))
  }
}

struct BadgeModifier {
  let text: String
}
extension BadgeModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    content(context).map { node in node.with { if !text.isEmpty { $0.value = text } } }
  }
}
