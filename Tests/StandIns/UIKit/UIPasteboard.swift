@MainActor
public final class UIPasteboard: NSObject {
  public static let general = UIPasteboard()

  /// The address of the first item. Setting it replaces everything.
  public var url: URL?

  /// What its items offer. Reading them may ask the user for permission.
  public var itemProviders: [NSItemProvider] = []

  /// Replaces everything. What an item offers is asked for when another app pastes it.
  public func setItemProviders(_ itemProviders: [NSItemProvider], localOnly: Bool, expirationDate: Date?) {
    self.itemProviders = itemProviders
  }

  private nonisolated override init() {
    super.init()
  }
}
