import Foundation

open class NSExtensionContext: NSObject {
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
  open func completeRequest(
    returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    let isExpired = onComplete(items)
    guard let completionHandler else { return }
    DispatchQueue.global().async { completionHandler(isExpired) }
  }

  /// A twin is found by name only where the handler may not be nil; with a handler this declaration is preferred.
  @available(*, renamed: "completeRequest(returningItems:)")
  public func completeRequest(
    returningItems items: [Any]?, completionHandler: @escaping @Sendable (Bool) -> Void
  ) { completeRequest(returningItems: items, completionHandler: Optional(completionHandler)) }

  @discardableResult
  public func completeRequest(returningItems items: [Any]?) async -> Bool {
    await withCheckedContinuation { continuation in
      completeRequest(returningItems: items) { continuation.resume(returning: $0) }
    }
  }

  open func cancelRequest(withError error: any Error) { onCancel(error) }
}

open class NSExtensionItem: NSObject {
  open var attributedTitle: NSAttributedString?
  open var attributedContentText: NSAttributedString?
  open var attachments: [NSItemProvider]?

  public override init() {}
}

public let NSExtensionJavaScriptPreprocessingResultsKey = "NSExtensionJavaScriptPreprocessingResultsKey"
