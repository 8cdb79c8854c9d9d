import Foundation

/// The domain of the errors below, which the system's side looks at.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererrordomain>
public let NSFileProviderErrorDomain = "NSFileProviderErrorDomain"
/// The key of the item that an error is about, for the system's side.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererroritemkey>
public let NSFileProviderErrorItemKey = "NSFileProviderErrorItem"
/// The key of the identifier that no item has, for the system's side.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererrornonexistentitemidentifierkey>
public let NSFileProviderErrorNonExistentItemIdentifierKey = "NSFileProviderErrorNonExistentItemIdentifier"

/// What a provider cannot do.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererror-swift.struct>
public struct NSFileProviderError: _BridgedStoredNSError, Sendable {
  /// The error as Objective-C has it.
  public let _nsError: NSError

  /// The error as Objective-C has it.
  public init(_nsError error: NSError) {
    precondition(error.domain == NSFileProviderErrorDomain)
    _nsError = error
  }

  /// The domain.
  public static var _nsErrorDomain: String { NSFileProviderErrorDomain }

  /// What.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererror-swift.struct/code>
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error of this code.
    public typealias _ErrorType = NSFileProviderError

    /// For the system's side: no account is signed in.
    case notAuthenticated = -1000
    /// For the system's side: an item of that name exists.
    case filenameCollision = -1001
    /// The moment or page is too old.
    case syncAnchorExpired = -1002
    /// For the system's side: there is not enough space.
    case insufficientQuota = -1003
    /// The store or the container cannot be reached.
    case serverUnreachable = -1004
    /// There is no such item.
    case noSuchItem = -1005
    /// The item is not deleted.
    case deletionRejected = -1006
    /// The folder has something in it.
    case directoryNotEmpty = -1007
    /// The app has no provider.
    case providerNotFound = -2001
    /// The system runs the app from another place.
    @available(iOS, unavailable)
    case providerTranslocated = -2002
    /// An older version of the provider runs.
    @available(iOS, unavailable)
    case olderExtensionVersionRunning = -2003
    /// There is a newer version of the provider.
    @available(iOS, unavailable)
    case newerExtensionVersionFound = -2004
    /// Nothing can be done until the error is said to be resolved.
    case cannotSynchronize = -2005
    /// Something in the folder has to stay on the device.
    case nonEvictableChildren = -2006
    /// The item has changes that the provider does not have.
    case unsyncedEdits = -2007
    /// The item has to stay on the device.
    case nonEvictable = -2008
    /// For the system's side: the version is gone.
    @available(iOS, unavailable)
    case versionNoLongerAvailable = -2009
    /// For the system's side: the provider does not sync the item.
    case excludedFromSync = -2010
    /// The user has switched the domain off.
    case domainDisabled = -2011
    /// The domain cannot be reached for a while.
    case providerDomainTemporarilyUnavailable = -2012
    /// For the simulator's side: there is no such domain.
    case providerDomainNotFound = -2013
    /// The app has no extension for it.
    case applicationExtensionNotFound = -2014
    /// Both sides changed it.
    @available(iOS 26.0, *)
    case localVersionConflictingWithServer = -2015

    /// The page is too old.
    public static var pageExpired: Code { .syncAnchorExpired }
  }

  /// The page is too old.
  public static var pageExpired: Code { .pageExpired }
  /// For the system's side: no account is signed in.
  public static var notAuthenticated: Code { .notAuthenticated }
  /// For the system's side: an item of that name exists.
  public static var filenameCollision: Code { .filenameCollision }
  /// The moment or page is too old.
  public static var syncAnchorExpired: Code { .syncAnchorExpired }
  /// For the system's side: there is not enough space.
  public static var insufficientQuota: Code { .insufficientQuota }
  /// The store or the container cannot be reached.
  public static var serverUnreachable: Code { .serverUnreachable }
  /// There is no such item.
  public static var noSuchItem: Code { .noSuchItem }
  /// The item is not deleted.
  public static var deletionRejected: Code { .deletionRejected }
  /// The folder has something in it.
  public static var directoryNotEmpty: Code { .directoryNotEmpty }
  /// The app has no provider.
  public static var providerNotFound: Code { .providerNotFound }
  /// The system runs the app from another place.
  @available(iOS, unavailable)
  public static var providerTranslocated: Code { .providerTranslocated }
  /// An older version of the provider runs.
  @available(iOS, unavailable)
  public static var olderExtensionVersionRunning: Code { .olderExtensionVersionRunning }
  /// There is a newer version of the provider.
  @available(iOS, unavailable)
  public static var newerExtensionVersionFound: Code { .newerExtensionVersionFound }
  /// Nothing can be done until the error is said to be resolved.
  public static var cannotSynchronize: Code { .cannotSynchronize }
  /// Something in the folder has to stay on the device.
  public static var nonEvictableChildren: Code { .nonEvictableChildren }
  /// The item has changes that the provider does not have.
  public static var unsyncedEdits: Code { .unsyncedEdits }
  /// The item has to stay on the device.
  public static var nonEvictable: Code { .nonEvictable }
  /// For the system's side: the version is gone.
  @available(iOS, unavailable)
  public static var versionNoLongerAvailable: Code { .versionNoLongerAvailable }
  /// For the system's side: the provider does not sync the item.
  public static var excludedFromSync: Code { .excludedFromSync }
  /// The user has switched the domain off.
  public static var domainDisabled: Code { .domainDisabled }
  /// The domain cannot be reached for a while.
  public static var providerDomainTemporarilyUnavailable: Code { .providerDomainTemporarilyUnavailable }
  /// For the simulator's side: there is no such domain.
  public static var providerDomainNotFound: Code { .providerDomainNotFound }
  /// The app has no extension for it.
  public static var applicationExtensionNotFound: Code { .applicationExtensionNotFound }
  /// Both sides changed it.
  @available(iOS 26.0, *)
  public static var localVersionConflictingWithServer: Code { .localVersionConflictingWithServer }
}

extension NSError {
  /// There is no such item.
  ///
  /// <https://developer.apple.com/documentation/foundation/nserror/fileprovidererrorfornonexistentitem(withidentifier:)>
  public class func fileProviderErrorForNonExistentItem(
    withIdentifier itemIdentifier: NSFileProviderItemIdentifier
  ) -> Self {
    make(.noSuchItem, [NSFileProviderErrorNonExistentItemIdentifierKey: itemIdentifier.rawValue])
  }

  /// The item is not deleted, and this is what it is now.
  ///
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
