extension View {
  /// Names the screen.
  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    navigationTitle(Text(titleKey))
  }
  /// Names the screen.
  public nonisolated func navigationTitle(_ title: Text) -> some View {
    modifier(ScreenModifier { screen, _ in screen.title = screen.title ?? title.string })
  }
}
