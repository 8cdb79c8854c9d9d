import Foundation

/// The version of an item: of its contents, and of everything else.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion>
open class NSFileProviderItemVersion: NSObject {
  /// A component older than any that a provider has given.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/beforefirstsynccomponent>
  open class var beforeFirstSyncComponent: Data { Data("NSFileProviderItemVersionBeforeFirstSync".utf8) }

  /// The version of the contents.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/contentversion>
  public let contentVersion: Data
  /// The version of everything else.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/metadataversion>
  public let metadataVersion: Data
  let isMissing: Bool

  /// A version of these components.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/init(contentversion:metadataversion:)>
  public init(contentVersion: Data, metadataVersion: Data) {
    Self.check(contentVersion, "contentVersion")
    Self.check(metadataVersion, "metadataVersion")
    self.contentVersion = contentVersion
    self.metadataVersion = metadataVersion
    isMissing = false
    super.init()
  }

  /// What stands for a version that an item does not say.
  init(missing: Void) {
    contentVersion = Data()
    metadataVersion = Data()
    isMissing = true
    super.init()
  }

  private static func check(_ component: Data, _ name: String) {
    precondition(
      component.count <= 128,
      """
      A version has at most 128 bytes, and \(name) has \(component.count): \
      <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/\(name.lowercased())>
      """)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFileProviderItemVersion else { return false }
    return other.contentVersion == contentVersion && other.metadataVersion == metadataVersion
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(contentVersion)
    hasher.combine(metadataVersion)
    return hasher.finalize()
  }
}

/// When the contents of an item are downloaded and evicted, of which iOS has two.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidercontentpolicy>
public enum NSFileProviderContentPolicy: Int, Sendable {
  /// As the folder that it is in.
  case inherited = 0
  /// When somebody wants them; a change elsewhere evicts them.
  case downloadLazilyAndEvictOnRemoteUpdate = 2
}

/// The type and creator codes of a file.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidertypeandcreator>
public struct NSFileProviderTypeAndCreator: Sendable {
  /// The code of the type.
  public var type: UInt32
  /// The code of the creator.
  public var creator: UInt32

  /// No codes.
  public init() { self.init(type: 0, creator: 0) }

  /// These codes.
  public init(type: UInt32, creator: UInt32) {
    self.type = type
    self.creator = creator
  }
}

/// An item with badges.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemdecorating>
public protocol NSFileProviderItemDecorating: NSFileProviderItemProtocol {
  /// Its badges.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemdecorating/decorations>
  var decorations: [NSFileProviderItemDecorationIdentifier]? { get }
}

/// The rank of what is no favourite.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderfavoriterankunranked>
public let NSFileProviderFavoriteRankUnranked: UInt64 = 0
