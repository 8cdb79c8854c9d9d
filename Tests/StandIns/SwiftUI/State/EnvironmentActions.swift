/// Closes a sheet, or leaves a page.
///
/// <https://developer.apple.com/documentation/swiftui/dismissaction>
@MainActor @preconcurrency
public struct DismissAction {
  nonisolated(unsafe) let action: (() -> Void)?
  nonisolated init(action: (() -> Void)?) { self.action = action }
  /// Closes it.
  public func callAsFunction() { action?() }
}

/// Refreshes a view.
///
/// <https://developer.apple.com/documentation/swiftui/refreshaction>
struct RefreshAction: Sendable {
  let action: @Sendable () async -> Void
  /// Refreshes it.
  func callAsFunction() async { await action() }
}

/// Whether content can be edited.
///
/// <https://developer.apple.com/documentation/swiftui/editmode>
public enum EditMode: Sendable, Hashable {
  /// It cannot.
  case inactive
  /// It can for a moment: a row is swiped. The harness does not set it.
  case transient
  /// It can.
  case active
  /// Whether it can.
  public var isEditing: Bool { self != .inactive }
}

/// How much room there is. The simulator's side sets it: see ``ViewHarness/horizontalSizeClass``.
///
/// <https://developer.apple.com/documentation/swiftui/userinterfacesizeclass>
public enum UserInterfaceSizeClass: Sendable, Hashable {
  /// Little.
  case compact
  /// Much.
  case regular
}
