// How text looks is shown by pictures only.
extension View {
  public nonisolated func font(_ font: Font?) -> some View {
    modifier(NodeModifier { node, _ in node.look.isCaption = font == .caption })
  }
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
}

public enum TextAlignment: Hashable, Sendable {
  case center
}
