// How text looks is not shown here.
extension View {
  /// Sets the font.
  public nonisolated func font(_ font: Font?) -> some View { self }
}
