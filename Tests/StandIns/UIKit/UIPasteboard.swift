/// What the user copies, for other apps to paste.
///
/// <https://developer.apple.com/documentation/uikit/uipasteboard>
@MainActor
public final class UIPasteboard: NSObject {
  /// The pasteboard of the whole system.
  ///
  /// <https://developer.apple.com/documentation/uikit/uipasteboard/general>
  public static let general = UIPasteboard()

  /// The address of the first item. Setting it replaces everything.
  ///
  /// <https://developer.apple.com/documentation/uikit/uipasteboard/url>
  public var url: URL?

  private nonisolated override init() {
    super.init()
  }
}
