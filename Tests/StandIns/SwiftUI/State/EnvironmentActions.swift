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

/// Opens an address.
///
/// <https://developer.apple.com/documentation/swiftui/openurlaction>
@MainActor @preconcurrency
public struct OpenURLAction {
  /// What became of an address.
  public struct Result: Sendable {
    enum Kind: Sendable, Equatable { case handled, discarded, systemAction }
    let kind: Kind
    let url: URL?
    /// The handler opened it.
    public static let handled = Result(kind: .handled, url: nil)
    /// Nobody opens it.
    public static let discarded = Result(kind: .discarded, url: nil)
    /// The system opens it.
    public static let systemAction = Result(kind: .systemAction, url: nil)
    /// The system opens another address.
    public static func systemAction(_ url: URL) -> Result { Result(kind: .systemAction, url: url) }
  }

  nonisolated(unsafe) let handler: (URL) -> Result
  /// Makes an action.
  public nonisolated init(handler: @escaping (URL) -> Result) { self.handler = handler }

  /// Opens an address.
  public func callAsFunction(_ url: URL) { _ = handler(url) }
  /// Opens an address, and says whether that worked.
  public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
    completion(handler(url).kind != .discarded)
  }
}

/// Refreshes a view.
///
/// <https://developer.apple.com/documentation/swiftui/refreshaction>
public struct RefreshAction: Sendable {
  let action: @Sendable () async -> Void
  /// Refreshes it.
  public func callAsFunction() async { await action() }
}

/// Whether content can be edited.
///
/// <https://developer.apple.com/documentation/swiftui/editmode>
public enum EditMode: Sendable, Hashable {
  /// It cannot.
  case inactive
  /// It can.
  case active
  /// It can for a moment.
  case transient
  /// Whether it can.
  public var isEditing: Bool { self != .inactive }
}

/// How much room there is.
///
/// <https://developer.apple.com/documentation/swiftui/userinterfacesizeclass>
public enum UserInterfaceSizeClass: Sendable, Hashable {
  /// Little.
  case compact
  /// Much.
  case regular
}

/// How large text is.
///
/// <https://developer.apple.com/documentation/swiftui/dynamictypesize>
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  /// The sizes from the smallest.
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  /// The sizes for accessibility.
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  /// Whether it is one for accessibility.
  public var isAccessibilitySize: Bool { self >= .accessibility1 }
}
