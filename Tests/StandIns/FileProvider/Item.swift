import Foundation
import UniformTypeIdentifiers

/// What an item may say, if it likes: Objective-C's optional requirements.
///
/// They are requirements here, so that they are found at run time, and stay in the background, because what
/// is seen through ``NSFileProviderItemProtocol`` has one more `Optional`, as on Apple's platforms. Which of
/// them have to be met is said by the flavour: see `ItemDefaults.swift`.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol>
public protocol OptionalItemProperties: NSObjectProtocol {
  /// Its type; `.folder` for a folder.
  @_spi(Requirement) @_disfavoredOverload var contentType: UTType { get }
  @_spi(Requirement) @_disfavoredOverload var capabilities: NSFileProviderItemCapabilities { get }
  @_spi(Requirement) @_disfavoredOverload var fileSystemFlags: NSFileProviderFileSystemFlags { get }
  /// Its size in bytes.
  @_spi(Requirement) @_disfavoredOverload var documentSize: NSNumber? { get }
  @_spi(Requirement) @_disfavoredOverload var creationDate: Date? { get }
  @_spi(Requirement) @_disfavoredOverload var contentModificationDate: Date? { get }
  @_spi(Requirement) @_disfavoredOverload var extendedAttributes: [String: Data] { get }
  @_spi(Requirement) @_disfavoredOverload var lastUsedDate: Date? { get }
  /// Its tags, which only the system can read.
  @_spi(Requirement) @_disfavoredOverload var tagData: Data? { get }
  @_spi(Requirement) @_disfavoredOverload var favoriteRank: NSNumber? { get }
  @_spi(Requirement) @_disfavoredOverload var itemVersion: NSFileProviderItemVersion { get }
  @_spi(Requirement) @_disfavoredOverload var symlinkTargetPath: String? { get }
  @_spi(Requirement) @_disfavoredOverload var userInfo: [AnyHashable: Any]? { get }
  @_spi(Requirement) @_disfavoredOverload var childItemCount: NSNumber? { get }
  /// Whether it is in the trash; a replicated extension says so by its parent.
  @_spi(Requirement) @_disfavoredOverload var isTrashed: Bool { get }
  @_spi(Requirement) @_disfavoredOverload var contentPolicy: NSFileProviderContentPolicy { get }
}

/// When an item is downloaded, and when it goes from the device again.
public enum NSFileProviderContentPolicy: Int, Sendable {
  case inherited = 0
  @available(iOS, unavailable)
  case downloadLazily = 1
  /// When it is read; it goes when it was changed elsewhere.
  case downloadLazilyAndEvictOnRemoteUpdate = 2
  /// At once, and it stays.
  @available(iOS, unavailable)
  case downloadEagerlyAndKeepDownloaded = 3
}

/// An item: a document or a folder.
public protocol NSFileProviderItemProtocol: OptionalItemProperties {
  var itemIdentifier: NSFileProviderItemIdentifier { get }
  var parentItemIdentifier: NSFileProviderItemIdentifier { get }
  var filename: String { get }
}

// What is seen through the protocol.
extension NSFileProviderItemProtocol {
  public var contentType: UTType? {
    let own: UTType = self.contentType
    return own.identifier == missingName ? nil : own
  }
  public var capabilities: NSFileProviderItemCapabilities? {
    let own: NSFileProviderItemCapabilities = self.capabilities
    return own.rawValue == .max ? nil : own
  }
  public var fileSystemFlags: NSFileProviderFileSystemFlags? {
    let own: NSFileProviderFileSystemFlags = self.fileSystemFlags
    return own.rawValue == .max ? nil : own
  }
  public var documentSize: NSNumber?? { .some(self.documentSize as NSNumber?) }
  public var creationDate: Date?? { .some(self.creationDate as Date?) }
  public var contentModificationDate: Date?? { .some(self.contentModificationDate as Date?) }
  public var extendedAttributes: [String: Data]? {
    let own: [String: Data] = self.extendedAttributes
    return own[missingName] != nil ? nil : own
  }
  public var lastUsedDate: Date?? { .some(self.lastUsedDate as Date?) }
  public var tagData: Data?? { .some(self.tagData as Data?) }
  public var favoriteRank: NSNumber?? { .some(self.favoriteRank as NSNumber?) }
  public var itemVersion: NSFileProviderItemVersion? {
    let own: NSFileProviderItemVersion = self.itemVersion
    return own.isMissing ? nil : own
  }
  public var symlinkTargetPath: String?? { .some(self.symlinkTargetPath as String?) }
  public var userInfo: [AnyHashable: Any]?? { .some(self.userInfo as [AnyHashable: Any]?) }
  public var childItemCount: NSNumber?? { .some(self.childItemCount as NSNumber?) }
  public var isTrashed: Bool? { unlessMissing { self.isTrashed } }
  public var contentPolicy: NSFileProviderContentPolicy? { unlessMissing { self.contentPolicy } }
}
