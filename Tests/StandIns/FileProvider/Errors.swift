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
    /// For the system's side: there is no connection.
    case serverUnreachable = -1004
    /// There is no such item.
    case noSuchItem = -1005
    /// The item is not deleted.
    case deletionRejected = -1006
    /// The folder has something in it.
    case directoryNotEmpty = -1007
    /// Nothing can be done until the error is said to be resolved.
    case cannotSynchronize = -2005
    /// For the system's side: the version is gone.
    case versionNoLongerAvailable = -2009
    /// For the system's side: the provider does not sync the item.
    case excludedFromSync = -2010
    /// For the simulator's side: there is no such domain.
    case providerDomainNotFound = -2013
    /// Both sides changed it.
    @available(iOS 26.0, *)
    case localVersionConflictingWithServer = -2015
  }

  /// There is no such item.
  public static var noSuchItem: Code { .noSuchItem }
  /// The item is not deleted.
  public static var deletionRejected: Code { .deletionRejected }
  /// The folder has something in it.
  public static var directoryNotEmpty: Code { .directoryNotEmpty }
  /// Nothing can be done until the error is said to be resolved.
  public static var cannotSynchronize: Code { .cannotSynchronize }
  /// The store or the container cannot be reached.
  public static var serverUnreachable: Code { .serverUnreachable }
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
