// How a view looks is not shown here.
extension View {
  /// Makes room around the view.
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  /// Gives the view a size.
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  /// Fits the view in its place.
  public nonisolated func scaledToFit() -> some View { self }
  /// Sets the colour.
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  /// Sets the tint.
  public nonisolated func tint(_ tint: Color?) -> some View { self }
  /// Says where the view can be touched.
  public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
}
