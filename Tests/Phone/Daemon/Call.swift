import FileProvider
import Foundation

/// One question or order of the system's, as it goes to the extension's process.
package struct Call: Codable, Sendable {
  package var number: Int
  package var request: Request

  package init(number: Int, request: Request) {
    self.number = number
    self.request = request
  }

  package enum Request: Codable, Sendable {
    case item(String)
    case fetch(String, version: ItemSnapshot.Version?)
    case create(ItemSnapshot, fields: UInt, contents: String?, options: UInt)
    case modify(ItemSnapshot, base: ItemSnapshot.Version, fields: UInt, contents: String?, options: UInt)
    case delete(String, base: ItemSnapshot.Version, options: UInt)
    /// One page of a container; nil is the first.
    case list(String, page: Data?, suggested: Int)
    case changes(Data, suggested: Int)
    /// The anchor of a container.
    case anchor(String)
    case importDidFinish
    case materializedItemsDidChange
    /// The user, or the system for the user, does not want the answer to an earlier call any more.
    case cancel(Int)

    var isOfRoot: Bool { if case .item(ItemSnapshot.root) = self { true } else { false } }
  }
}

/// The reply of the extension to a call. Each call has exactly one.
package struct CallReply: Codable, Sendable {
  package var number: Int
  package var item: ItemSnapshot?
  package var stillPending: UInt = 0
  package var shouldFetch = false
  package var contents: String?
  package var items: [ItemSnapshot] = []
  package var deleted: [String] = []
  package var page: Data?
  package var anchor: Data?
  package var moreComing = false
  package var failure: Failure?
  /// What the extension did on the way that no observer may see.
  package var faults: [String] = []
}

/// An error of the extension's.
package struct Failure: Error, Codable, Sendable, CustomStringConvertible {
  package var domain: String
  package var code: Int
  package var item: ItemSnapshot?
  /// What there is not: the item, or its folder.
  ///
  /// <https://developer.apple.com/documentation/foundation/nserror/fileprovidererrorfornonexistentitem(withidentifier:)>
  var missing: String?

  init(_ error: any Error) {
    let error = error as NSError
    domain = error.domain
    code = error.code
    missing = error.userInfo[NSFileProviderErrorNonExistentItemIdentifierKey] as? String
    item = (error.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItemProtocol).map(
      ItemSnapshot.init)
  }

  /// Whose code it is, if it is FileProvider's.
  package var provider: NSFileProviderError.Code? {
    domain == NSFileProviderErrorDomain ? NSFileProviderError.Code(rawValue: code) : nil
  }

  /// <https://developer.apple.com/documentation/foundation/cocoaerror/usercancelled>
  var isCancel: Bool { domain == NSCocoaErrorDomain && code == CocoaError.userCancelled.rawValue }

  package var description: String {
    (provider.map { "\($0)" } ?? "\(domain) \(code)") + (missing.map { " \(ItemSnapshot.brief($0))" } ?? "")
  }
}

/// The extension as the system sees it: something that may die at any moment.
package protocol Extension: AnyObject {
  /// Calls it and waits for the answer.
  ///
  /// - Parameter cancels: whether to cancel the call as soon as it was made.
  /// - Throws: ``ExtensionDied`` when it died before it answered.
  func ask(_ request: Call.Request, cancels: Bool) throws -> CallReply
  /// Ends it without a word. The next call starts it again.
  func kill()
  /// Ends it in the middle of the next call, the later the greater the number: 0 to 99.
  func killSoon(after delay: Int)
  /// Stops it where it is, until the next call, its kill or its rest.
  func suspend()
  /// Ends a process without requests, and reads its output until it ends.
  ///
  /// "The system is free to terminate the extension when it is not performing work":
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/invalidate()>
  func rest()
  /// The codes of the errors that the extension or the app called resolved, since this was last asked.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalerrorresolved(_:completionhandler:)>
  func takeResolved() -> Set<Int>
  /// Whether the extension, the app or the Share extension signalled the working set, since this was last asked.
  ///
  /// A signal of any other container is ignored: the header of `NSFileProviderManager` says so of replicated
  /// extensions, see `signalEnumeratorForContainerItemIdentifier:completionHandler:`.
  func takeSignal() -> Bool
  /// The extension's faults: answers that arrived twice.
  func takeFaults() -> [String]
}

/// The extension died while a call was under way.
package struct ExtensionDied: Error {
  package init() {}
}

/// The system died before it had recorded an answer, or had cancelled the call: it makes the call again.
struct AnswerLost: Error {}
