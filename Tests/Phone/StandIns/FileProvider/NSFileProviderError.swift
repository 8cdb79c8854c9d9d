import Foundation

/// The domain of the errors below, which the system's side looks at.
public let NSFileProviderErrorDomain = "NSFileProviderErrorDomain"
/// The key of the item that an error is about, for the system's side.
public let NSFileProviderErrorItemKey = "NSFileProviderErrorItem"
/// The key of the identifier that no item has, for the system's side.
public let NSFileProviderErrorNonExistentItemIdentifierKey = "NSFileProviderErrorNonExistentItemIdentifier"

/// What a provider cannot do.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererror-swift.struct>
public struct NSFileProviderError: _BridgedStoredNSError, Sendable {
  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == NSFileProviderErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { NSFileProviderErrorDomain }

  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = NSFileProviderError

    /// For the system's side: no account is signed in.
    case notAuthenticated = -1000
    /// For the system's side: an item of that name exists.
    case filenameCollision = -1001
    case syncAnchorExpired = -1002
    /// For the system's side: there is not enough space.
    case insufficientQuota = -1003
    /// The store or the container cannot be reached.
    case serverUnreachable = -1004
    case noSuchItem = -1005
    case deletionRejected = -1006
    case directoryNotEmpty = -1007
    case providerNotFound = -2001
    /// The system runs the app from another place.
    @available(iOS, unavailable)
    case providerTranslocated = -2002
    @available(iOS, unavailable)
    case olderExtensionVersionRunning = -2003
    @available(iOS, unavailable)
    case newerExtensionVersionFound = -2004
    /// Nothing can be done until the error is said to be resolved.
    case cannotSynchronize = -2005
    case nonEvictableChildren = -2006
    case unsyncedEdits = -2007
    case nonEvictable = -2008
    /// For the system's side: the version is gone.
    @available(iOS, unavailable)
    case versionNoLongerAvailable = -2009
    /// For the system's side: the provider does not sync the item.
    case excludedFromSync = -2010
    case domainDisabled = -2011
    /// The domain cannot be reached for a while.
    case providerDomainTemporarilyUnavailable = -2012
    /// For the simulator's side: there is no such domain.
    case providerDomainNotFound = -2013
    case applicationExtensionNotFound = -2014
    @available(iOS 26.0, *)
    case localVersionConflictingWithServer = -2015

    public static var pageExpired: Code { .syncAnchorExpired }
  }

  public static var pageExpired: Code { .pageExpired }
  public static var notAuthenticated: Code { .notAuthenticated }
  public static var filenameCollision: Code { .filenameCollision }
  public static var syncAnchorExpired: Code { .syncAnchorExpired }
  public static var insufficientQuota: Code { .insufficientQuota }
  public static var serverUnreachable: Code { .serverUnreachable }
  public static var noSuchItem: Code { .noSuchItem }
  public static var deletionRejected: Code { .deletionRejected }
  public static var directoryNotEmpty: Code { .directoryNotEmpty }
  public static var providerNotFound: Code { .providerNotFound }
  @available(iOS, unavailable)
  public static var providerTranslocated: Code { .providerTranslocated }
  @available(iOS, unavailable)
  public static var olderExtensionVersionRunning: Code { .olderExtensionVersionRunning }
  @available(iOS, unavailable)
  public static var newerExtensionVersionFound: Code { .newerExtensionVersionFound }
  public static var cannotSynchronize: Code { .cannotSynchronize }
  public static var nonEvictableChildren: Code { .nonEvictableChildren }
  public static var unsyncedEdits: Code { .unsyncedEdits }
  public static var nonEvictable: Code { .nonEvictable }
  @available(iOS, unavailable)
  public static var versionNoLongerAvailable: Code { .versionNoLongerAvailable }
  public static var excludedFromSync: Code { .excludedFromSync }
  public static var domainDisabled: Code { .domainDisabled }
  public static var providerDomainTemporarilyUnavailable: Code { .providerDomainTemporarilyUnavailable }
  public static var providerDomainNotFound: Code { .providerDomainNotFound }
  public static var applicationExtensionNotFound: Code { .applicationExtensionNotFound }
  @available(iOS 26.0, *)
  public static var localVersionConflictingWithServer: Code { .localVersionConflictingWithServer }
}

extension NSError {
  /// <https://developer.apple.com/documentation/foundation/nserror/fileprovidererrorfornonexistentitem(withidentifier:)>
  public class func fileProviderErrorForNonExistentItem(
    withIdentifier itemIdentifier: NSFileProviderItemIdentifier
  ) -> Self {
    make(.noSuchItem, [NSFileProviderErrorNonExistentItemIdentifierKey: itemIdentifier.rawValue])
  }

  /// <https://developer.apple.com/documentation/foundation/nserror/fileprovidererrorforrejecteddeletion(of:)>
  public class func fileProviderErrorForRejectedDeletion(
    of updatedVersion: any NSFileProviderItemProtocol
  ) -> Self {
    make(.deletionRejected, [NSFileProviderErrorItemKey: updatedVersion])
  }

  private class func make(_ code: NSFileProviderError.Code, _ userInfo: [String: Any]) -> Self {
    let error = NSError(domain: NSFileProviderErrorDomain, code: code.rawValue, userInfo: userInfo)
    guard let error = error as? Self else { preconditionFailure("\(Self.self) is no plain NSError.") }
    return error
  }
}

extension NSFileProviderError.Code {
  /// The system's side: whether `signalErrorResolved(_:)` ends the wait for it. The header of SDK 27 names these five at that
  /// method; after every other error the system tries again by itself.
  ///
  /// Certainty: read in the header.
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalerrorresolved(_:completionhandler:)>
  public var isResolvable: Bool {
    switch self {
    case .notAuthenticated, .insufficientQuota, .serverUnreachable, .cannotSynchronize, .excludedFromSync:
      true
    default: false
    }
  }

  /// The code of an error that can be resolved. Any other stops the process.
  init(resolvable error: any Error) {
    let error = error as NSError
    guard error.domain == NSFileProviderErrorDomain, let code = Self(rawValue: error.code), code.isResolvable
    else {
      preconditionFailure(
        """
        \(error.domain) \(error.code) cannot be resolved: \
        https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalerrorresolved(_:completionhandler:)
        """)
    }
    self = code
  }
}
