extension View {
  /// Names the screen.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)>
  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    navigationTitle(Text(titleKey))
  }
  /// Names the screen.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)>
  public nonisolated func navigationTitle(_ title: Text) -> some View {
    modifier(ScreenModifier { screen, _ in screen.title = screen.title ?? title.string })
  }
}
