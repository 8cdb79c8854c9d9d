// How a sheet looks is not shown here.
extension View {
  /// Says how high a sheet is.
  public nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
  /// Shows a handle.
  public nonisolated func presentationDragIndicator(_ visibility: Visibility) -> some View { self }
  /// Keeps a person from pulling the sheet down.
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    modifier(ScreenModifier { screen, _ in screen.isDismissDisabled = isDisabled })
  }
}

/// How high a sheet is.
///
/// <https://developer.apple.com/documentation/swiftui/presentationdetent>
public struct PresentationDetent: Hashable, Sendable {
  let name: String
  /// Half the screen.
  public static let medium = PresentationDetent(name: "medium")
  /// All of it.
  public static let large = PresentationDetent(name: "large")
}
