@MainActor @preconcurrency
public struct DismissAction {
  nonisolated(unsafe) let action: (() -> Void)?
  nonisolated init(action: (() -> Void)?) { self.action = action }
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

public enum EditMode: Sendable, Hashable {
  case inactive
  /// It can for a moment: a row is swiped. The harness does not set it.
  case transient
  case active
  public var isEditing: Bool { self != .inactive }
}

/// How much room there is. The simulator's side sets it: see ``ViewHarness/horizontalSizeClass``.
public enum UserInterfaceSizeClass: Sendable, Hashable {
  case compact
  case regular
}
