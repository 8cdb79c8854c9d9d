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
  /// Says how large the title is.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/navigationbartitledisplaymode(_:)>
  public nonisolated func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View {
    modifier(ScreenModifier { screen, _ in screen.isTitleInline = true })
  }
}

/// A bar above a screen.
///
/// <https://developer.apple.com/documentation/swiftui/navigationbaritem>
public enum NavigationBarItem {
  /// How large a title is.
  ///
  /// <https://developer.apple.com/documentation/swiftui/navigationbaritem/titledisplaymode>
  public enum TitleDisplayMode: Sendable {
    /// In the bar, between its buttons.
    case inline
  }
}
