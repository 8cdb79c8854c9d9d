import Foundation

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

  /// Tells the host that the request is done. A twin is found by name only where the handler may not be nil; with a
  /// handler this declaration is preferred.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensioncontext/completerequest(returningitems:completionhandler:)>
  @available(*, renamed: "completeRequest(returningItems:)")
  public func completeRequest(
    returningItems items: [Any]?, completionHandler: @escaping @Sendable (Bool) -> Void
  ) { completeRequest(returningItems: items, completionHandler: Optional(completionHandler)) }

  /// Tells the host that the request is done, and answers whether its time was cut short.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensioncontext/completerequest(returningitems:completionhandler:)>
  @discardableResult
  public func completeRequest(returningItems items: [Any]?) async -> Bool {
    await withCheckedContinuation { continuation in
      completeRequest(returningItems: items) { continuation.resume(returning: $0) }
    }
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
open class NSExtensionItem: NSObject {
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

  /// An empty item.
  public override init() {}
}

/// The key of what a page's preprocessing script answered, in the property list attached to an item.
///
/// <https://developer.apple.com/documentation/foundation/nsextensionjavascriptpreprocessingresultskey>
public let NSExtensionJavaScriptPreprocessingResultsKey = "NSExtensionJavaScriptPreprocessingResultsKey"
