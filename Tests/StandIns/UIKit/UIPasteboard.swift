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

  /// What its items offer. Reading them may ask the user for permission.
  ///
  /// <https://developer.apple.com/documentation/uikit/uipasteboard/itemproviders>
  public var itemProviders: [NSItemProvider] = []

  /// Replaces everything. What an item offers is asked for when another app pastes it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uipasteboard/setitemproviders(_:localonly:expirationdate:)>
  public func setItemProviders(_ itemProviders: [NSItemProvider], localOnly: Bool, expirationDate: Date?) {
    self.itemProviders = itemProviders
  }

  private nonisolated override init() {
    super.init()
  }
}
