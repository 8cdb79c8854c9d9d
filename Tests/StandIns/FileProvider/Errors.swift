import Foundation

/// The domain of the errors below.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererrordomain>
public let NSFileProviderErrorDomain = "NSFileProviderErrorDomain"
/// The key of the item that an error is about.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidererroritemkey>
public let NSFileProviderErrorItemKey = "NSFileProviderErrorItem"
/// The key of the identifier that nothing has.
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

    /// Nobody is signed in.
    case notAuthenticated = -1000
    /// An item of that name exists.
    case filenameCollision = -1001
    /// The moment or page is too old.
    case syncAnchorExpired = -1002
    /// There is not enough space.
    case insufficientQuota = -1003
    /// There is no connection.
    case serverUnreachable = -1004
    /// There is no such item.
    case noSuchItem = -1005
    /// The item is not deleted.
    case deletionRejected = -1006
    /// The folder has something in it.
    case directoryNotEmpty = -1007
    /// There is no such provider.
    case providerNotFound = -2001
    /// The provider is somewhere else.
    case providerTranslocated = -2002
    /// An older version runs.
    case olderExtensionVersionRunning = -2003
    /// There is a newer version.
    case newerExtensionVersionFound = -2004
    /// Nothing can be done until the error is said to be resolved.
    case cannotSynchronize = -2005
    /// Something in it cannot be evicted.
    case nonEvictableChildren = -2006
    /// It has changes that the provider does not know.
    case unsyncedEdits = -2007
    /// It cannot be evicted.
    case nonEvictable = -2008
    /// The version is gone.
    case versionNoLongerAvailable = -2009
    /// It is not for the provider.
    case excludedFromSync = -2010
    /// The domain is turned off.
    case domainDisabled = -2011
    /// The domain is not there at the moment.
    case providerDomainTemporarilyUnavailable = -2012
    /// There is no such domain.
    case providerDomainNotFound = -2013
    /// There is no such extension.
    case applicationExtensionNotFound = -2014
    /// Both sides changed it.
    case localVersionConflictingWithServer = -2015
    /// The page is too old: another name.
    public static var pageExpired: Code { .syncAnchorExpired }
  }

  /// Nobody is signed in.
  public static var notAuthenticated: Code { .notAuthenticated }
  /// An item of that name exists.
  public static var filenameCollision: Code { .filenameCollision }
  /// The moment or page is too old.
  public static var syncAnchorExpired: Code { .syncAnchorExpired }
  /// There is not enough space.
  public static var insufficientQuota: Code { .insufficientQuota }
  /// There is no connection.
  public static var serverUnreachable: Code { .serverUnreachable }
  /// There is no such item.
  public static var noSuchItem: Code { .noSuchItem }
  /// The item is not deleted.
  public static var deletionRejected: Code { .deletionRejected }
  /// The folder has something in it.
  public static var directoryNotEmpty: Code { .directoryNotEmpty }
  /// There is no such provider.
  public static var providerNotFound: Code { .providerNotFound }
  /// The provider is somewhere else.
  public static var providerTranslocated: Code { .providerTranslocated }
  /// An older version runs.
  public static var olderExtensionVersionRunning: Code { .olderExtensionVersionRunning }
  /// There is a newer version.
  public static var newerExtensionVersionFound: Code { .newerExtensionVersionFound }
  /// Nothing can be done until the error is said to be resolved.
  public static var cannotSynchronize: Code { .cannotSynchronize }
  /// Something in it cannot be evicted.
  public static var nonEvictableChildren: Code { .nonEvictableChildren }
  /// It has changes that the provider does not know.
  public static var unsyncedEdits: Code { .unsyncedEdits }
  /// It cannot be evicted.
  public static var nonEvictable: Code { .nonEvictable }
  /// The version is gone.
  public static var versionNoLongerAvailable: Code { .versionNoLongerAvailable }
  /// It is not for the provider.
  public static var excludedFromSync: Code { .excludedFromSync }
  /// The domain is turned off.
  public static var domainDisabled: Code { .domainDisabled }
  /// The domain is not there at the moment.
  public static var providerDomainTemporarilyUnavailable: Code { .providerDomainTemporarilyUnavailable }
  /// There is no such domain.
  public static var providerDomainNotFound: Code { .providerDomainNotFound }
  /// There is no such extension.
  public static var applicationExtensionNotFound: Code { .applicationExtensionNotFound }
  /// Both sides changed it.
  public static var localVersionConflictingWithServer: Code { .localVersionConflictingWithServer }
  /// The page is too old: another name.
  public static var pageExpired: Code { .pageExpired }
}

extension NSError {
  /// An item of that name exists.
  ///
  /// <https://developer.apple.com/documentation/foundation/nserror/fileprovidererrorforcollision(with:)>
  public class func fileProviderErrorForCollision(
    with existingItem: any NSFileProviderItemProtocol
  ) -> Self {
    make(.filenameCollision, [NSFileProviderErrorItemKey: existingItem])
  }

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
