extension View {
  /// Names the screen.
  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    navigationTitle(Text(titleKey))
  }
  /// Names the screen.
  @_disfavoredOverload
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    navigationTitle(Text(title))
  }
  /// Names the screen.
  public nonisolated func navigationTitle(_ title: Text) -> some View {
    modifier(ScreenModifier { screen, _ in screen.title = screen.title ?? title.string })
  }
  /// Says how large the title is.
  public nonisolated func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View { self }
  /// Hides the way back.
  public nonisolated func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { self }
}

/// A bar at the top of a screen.
///
/// <https://developer.apple.com/documentation/swiftui/navigationbaritem>
public struct NavigationBarItem: Sendable {
  /// How large a title is.
  public enum TitleDisplayMode: Sendable {
    /// The sizes.
    case automatic, inline, large
  }
}
