/// Something that can handle a request made to an extension.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionrequesthandling>
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  /// Tells the handler to prepare for a request.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionrequesthandling/beginrequest(with:)>
  func beginRequest(with context: NSExtensionContext)
}

/// The app that an extension was called from.
///
/// <https://developer.apple.com/documentation/foundation/nsextensioncontext>
open class NSExtensionContext: NSObject {
  /// What the host passed, as `NSExtensionItem`s.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensioncontext/inputitems>
  open var inputItems: [Any] { items }

  private let items: [Any]
  private let onComplete: ([Any]?) -> Bool
  private let onCancel: (any Error) -> Void

  /// The system's side: an app cannot make one.
  ///
  /// Both closures are called as often as the extension calls the methods behind them, so that a second
  /// end of a request can be seen.
  /// - Parameter onComplete: what `completeRequest` does; answers whether the system ends the process
  ///   before the extension's last piece of work has ended.
  public init(
    inputItems: [Any], onComplete: @escaping ([Any]?) -> Bool, onCancel: @escaping (any Error) -> Void
  ) {
    items = inputItems
    self.onComplete = onComplete
    self.onCancel = onCancel
    super.init()
  }

  /// Tells the host that the request is done; the handler runs afterwards, in the background, and is
  /// told whether its time was cut short.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensioncontext/completerequest(returningitems:completionhandler:)>
  open func completeRequest(
    returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    let isExpired = onComplete(items)
    guard let completionHandler else { return }
    DispatchQueue.global().async { completionHandler(isExpired) }
  }

  /// Tells the host that the request ended for a reason.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensioncontext/cancelrequest(witherror:)>
  open func cancelRequest(withError error: any Error) {
    onCancel(error)
  }
}

/// One item of a request, and what is attached to it.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionitem>
open class NSExtensionItem: NSObject, NSCopying, NSSecureCoding {
  /// Its title.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionitem/attributedtitle>
  open var attributedTitle: NSAttributedString?
  /// What was written with it.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionitem/attributedcontenttext>
  open var attributedContentText: NSAttributedString?
  /// The media that belong to it.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionitem/attachments>
  open var attachments: [NSItemProvider]?
  /// Everything else, by the keys below.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionitem/userinfo>
  open var userInfo: [AnyHashable: Any]?

  /// An empty item.
  public override init() {}

  /// An item with the same contents.
  open func copy(with zone: NSZone?) -> Any {
    let item = NSExtensionItem()
    item.attributedTitle = attributedTitle
    item.attributedContentText = attributedContentText
    item.attachments = attachments
    item.userInfo = userInfo
    return item
  }

  open override func copy() -> Any { copy(with: nil) }

  /// An item can be archived between the processes of Apple's platforms.
  public static var supportsSecureCoding: Bool { true }

  /// The item crosses no process boundary here.
  open func encode(with coder: NSCoder) {
    preconditionFailure("The stand-in for NSExtensionItem is not archived.")
  }

  /// The item crosses no process boundary here.
  public required init?(coder: NSCoder) { nil }
}

/// The key of the items, in the `userInfo` of an error, that could not be handled.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionitemsanderrorskey>
public let NSExtensionItemsAndErrorsKey = "NSExtensionItemsAndErrorsKey"
/// The key of the title in an item's `userInfo`.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionitemattributedtitlekey>
public let NSExtensionItemAttributedTitleKey = "NSExtensionItemAttributedTitleKey"
/// The key of the text in an item's `userInfo`.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionitemattributedcontenttextkey>
public let NSExtensionItemAttributedContentTextKey = "NSExtensionItemAttributedContentTextKey"
/// The key of the attachments in an item's `userInfo`.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionitemattachmentskey>
public let NSExtensionItemAttachmentsKey = "NSExtensionItemAttachmentsKey"
/// The key of what a page's preprocessing script answered, in the property list attached to an item.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionjavascriptpreprocessingresultskey>
public let NSExtensionJavaScriptPreprocessingResultsKey = "NSExtensionJavaScriptPreprocessingResultsKey"

extension NSNotification.Name {
  /// The host comes to the foreground.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsnotification/name/nsextensionhostwillenterforeground>
  public static let NSExtensionHostWillEnterForeground = NSNotification.Name(
    "NSExtensionHostWillEnterForegroundNotification")
  /// The host went to the background.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsnotification/name/nsextensionhostdidenterbackground>
  public static let NSExtensionHostDidEnterBackground = NSNotification.Name(
    "NSExtensionHostDidEnterBackgroundNotification")
}
