// How text looks is not shown here.
extension View {
  /// Sets the font.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/font(_:)>
  public nonisolated func font(_ font: Font?) -> some View { self }
}
