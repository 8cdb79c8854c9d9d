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
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/contenttype>
  @_spi(Requirement) @_disfavoredOverload var contentType: UTType { get }
  /// What the user may do with it.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/capabilities>
  @_spi(Requirement) @_disfavoredOverload var capabilities: NSFileProviderItemCapabilities { get }
  /// Its flags.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/filesystemflags>
  @_spi(Requirement) @_disfavoredOverload var fileSystemFlags: NSFileProviderFileSystemFlags { get }
  /// Its size in bytes.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/documentsize>
  @_spi(Requirement) @_disfavoredOverload var documentSize: NSNumber? { get }
  /// When it was made.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/creationdate>
  @_spi(Requirement) @_disfavoredOverload var creationDate: Date? { get }
  /// When its contents last changed.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/contentmodificationdate>
  @_spi(Requirement) @_disfavoredOverload var contentModificationDate: Date? { get }
  /// Its extended attributes.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/extendedattributes>
  @_spi(Requirement) @_disfavoredOverload var extendedAttributes: [String: Data] { get }
  /// When it was last used.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/lastuseddate>
  @_spi(Requirement) @_disfavoredOverload var lastUsedDate: Date? { get }
  /// Its tags, which only the system can read.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/tagdata>
  @_spi(Requirement) @_disfavoredOverload var tagData: Data? { get }
  /// Its place among the favourites.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/favoriterank>
  @_spi(Requirement) @_disfavoredOverload var favoriteRank: NSNumber? { get }
  /// Its version.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/itemversion>
  @_spi(Requirement) @_disfavoredOverload var itemVersion: NSFileProviderItemVersion { get }
  /// Where a symbolic link leads.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/symlinktargetpath>
  @_spi(Requirement) @_disfavoredOverload var symlinkTargetPath: String? { get }
  /// What the rules of actions and badges are asked about.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/userinfo>
  @_spi(Requirement) @_disfavoredOverload var userInfo: [AnyHashable: Any]? { get }
  /// How many items are in a folder.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/childitemcount>
  @_spi(Requirement) @_disfavoredOverload var childItemCount: NSNumber? { get }
  /// Whether it is in the trash; a replicated extension says so by its parent.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/istrashed>
  @_spi(Requirement) @_disfavoredOverload var isTrashed: Bool { get }
  /// When it is downloaded, and when it goes from the device again.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/contentpolicy>
  @_spi(Requirement) @_disfavoredOverload var contentPolicy: NSFileProviderContentPolicy { get }
}

/// When an item is downloaded, and when it goes from the device again.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidercontentpolicy>
public enum NSFileProviderContentPolicy: Int, Sendable {
  /// As its folder.
  case inherited = 0
  /// When it is read.
  @available(iOS, unavailable)
  case downloadLazily = 1
  /// When it is read; it goes when it was changed elsewhere.
  case downloadLazilyAndEvictOnRemoteUpdate = 2
  /// At once, and it stays.
  @available(iOS, unavailable)
  case downloadEagerlyAndKeepDownloaded = 3
}

/// An item: a document or a folder.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol>
public protocol NSFileProviderItemProtocol: OptionalItemProperties {
  /// The provider's own name for it.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/itemidentifier>
  var itemIdentifier: NSFileProviderItemIdentifier { get }
  /// The folder that it is in.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/parentitemidentifier>
  var parentItemIdentifier: NSFileProviderItemIdentifier { get }
  /// Its name, with the extension.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/filename>
  var filename: String { get }
}

// What is seen through the protocol.
extension NSFileProviderItemProtocol {
  /// Its type; `.folder` for a folder. Nil is an item that does not say.
  public var contentType: UTType? {
    let own: UTType = self.contentType
    return own.identifier == missingName ? nil : own
  }
  /// What the user may do with it. Nil is an item that does not say.
  public var capabilities: NSFileProviderItemCapabilities? {
    let own: NSFileProviderItemCapabilities = self.capabilities
    return own.rawValue == .max ? nil : own
  }
  /// Its flags. Nil is an item that does not say.
  public var fileSystemFlags: NSFileProviderFileSystemFlags? {
    let own: NSFileProviderFileSystemFlags = self.fileSystemFlags
    return own.rawValue == .max ? nil : own
  }
  /// Its size in bytes. Nil is an item that does not say.
  public var documentSize: NSNumber?? {
    let own: NSNumber? = self.documentSize
    return own
  }
  /// When it was made. Nil is an item that does not say.
  public var creationDate: Date?? {
    let own: Date? = self.creationDate
    return own
  }
  /// When its contents last changed. Nil is an item that does not say.
  public var contentModificationDate: Date?? {
    let own: Date? = self.contentModificationDate
    return own
  }
  /// Its extended attributes. Nil is an item that does not say.
  public var extendedAttributes: [String: Data]? {
    let own: [String: Data] = self.extendedAttributes
    return own[missingName] != nil ? nil : own
  }
  /// When it was last used. Nil is an item that does not say.
  public var lastUsedDate: Date?? {
    let own: Date? = self.lastUsedDate
    return own
  }
  /// Its tags, which only the system can read. Nil is an item that does not say.
  public var tagData: Data?? {
    let own: Data? = self.tagData
    return own
  }
  /// Its place among the favourites. Nil is an item that does not say.
  public var favoriteRank: NSNumber?? {
    let own: NSNumber? = self.favoriteRank
    return own
  }
  /// Its version. Nil is an item that does not say.
  public var itemVersion: NSFileProviderItemVersion? {
    let own: NSFileProviderItemVersion = self.itemVersion
    return own.isMissing ? nil : own
  }
  /// Where a symbolic link leads. Nil is an item that does not say.
  public var symlinkTargetPath: String?? {
    let own: String? = self.symlinkTargetPath
    return own
  }
  /// What the rules of actions and badges are asked about. Nil is an item that does not say.
  public var userInfo: [AnyHashable: Any]?? {
    let own: [AnyHashable: Any]? = self.userInfo
    return own
  }
  /// How many items are in a folder. Nil is an item that does not say.
  public var childItemCount: NSNumber?? {
    let own: NSNumber? = self.childItemCount
    return own
  }
  /// Whether it is in the trash. Nil is an item that does not say.
  public var isTrashed: Bool? { unlessMissing { self.isTrashed } }
  /// When it is downloaded, and when it goes. Nil is an item that does not say.
  public var contentPolicy: NSFileProviderContentPolicy? { unlessMissing { self.contentPolicy } }
}
