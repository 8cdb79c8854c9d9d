extension View {
  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    navigationTitle(Text(titleKey))
  }
  public nonisolated func navigationTitle(_ title: Text) -> some View {
    modifier(ScreenModifier { screen, _ in screen.title = screen.title ?? title.string })
  }
  public nonisolated func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View {
    modifier(ScreenModifier { screen, _ in screen.isTitleInline = true })
  }
}

public enum NavigationBarItem {
  public enum TitleDisplayMode: Sendable {
    case inline
  }
}
