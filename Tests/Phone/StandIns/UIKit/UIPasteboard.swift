@MainActor
public final class UIPasteboard: NSObject {
  public static let general = UIPasteboard()

  /// The address of the first item. Setting it replaces everything.
  public var url: URL? {
    get { StandIn.Pasteboard.ofTask.isRead() ? StandIn.Pasteboard.ofTask.url : nil }
    set {
      StandIn.Pasteboard.ofTask.items =
        newValue.map {
          [NSItemProvider(item: $0 as NSURL, typeIdentifier: "public.url")]
        } ?? []
      StandIn.Pasteboard.ofTask.url = newValue
    }
  }

  /// What its items offer.
  public var itemProviders: [NSItemProvider] {
    StandIn.Pasteboard.ofTask.isRead() ? StandIn.Pasteboard.ofTask.items : []
  }

  /// Replaces everything. What an item offers is asked for when another app pastes it.
  public func setItemProviders(_ itemProviders: [NSItemProvider], localOnly: Bool, expirationDate: Date?) {
    StandIn.Pasteboard.ofTask.items = itemProviders
  }

  private nonisolated override init() { super.init() }
}

extension StandIn {
  /// The system's side: what lies on the general pasteboard.
  ///
  /// The system asks *Allow Paste?* when an app reads it in code, but for what the user pastes with the system's button or
  /// command: <https://developer.apple.com/documentation/uikit/uipasteboard>,
  /// <https://developer.apple.com/documentation/uikit/uipastecontrol>. This user answers no, and gets nothing pasted.
  @MainActor
  public final class Pasteboard {
    /// Each test has one of its own.
    @TaskLocal public static var ofTask = Pasteboard()

    public var items: [NSItemProvider] = [] { didSet { url = nil } }
    /// The address that an app copied; nil where something else lies.
    public internal(set) var url: URL?
    /// How often the system asked the user.
    public private(set) var questions = 0
    private var isUsersPaste = false

    public nonisolated init() {}

    /// An app reads it in code. Answers whether it gets something.
    fileprivate func isRead() -> Bool {
      if !isUsersPaste { questions += 1 }
      return isUsersPaste
    }

    /// The user pastes with the keyboard, and no text field takes it.
    ///
    /// `paste(_:)` goes up the responder chain, which ends at the delegate of the app. In an app of SwiftUI that is one of
    /// SwiftUI's own. It hands on the messages to which it does not answer itself, but `UIResponder` answers to
    /// `pasteConfiguration`, `canPaste(_:)` and `paste(itemProviders:)` already, so that the adaptor's delegate gets
    /// `paste(_:)` alone.
    public func paste(with delegate: UIResponder) {
      isUsersPaste = true
      defer { isUsersPaste = false }
      delegate.paste(nil)
    }
  }
}
