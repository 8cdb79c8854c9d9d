import Foundation
import UniformTypeIdentifiers

/// What an item may say, if it likes: Objective-C's optional requirements.
///
/// They are requirements here, so that they are found at run time, and stay in the background, because what
/// is seen through ``NSFileProviderItemProtocol`` has one more `Optional`, as on Apple's platforms. Which of
/// them have to be met is said by the flavour: see below.
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
  /// Why a change of it could not be handed to the extension: of an item of the pending set.
  @_spi(Requirement) @_disfavoredOverload var uploadingError: (any Error)? { get }
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

/// The name of a badge that the extension's Info.plist declares.
public struct NSFileProviderItemDecorationIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An item with badges.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemdecorating>
public protocol NSFileProviderItemDecorating: NSFileProviderItemProtocol {
  var decorations: [NSFileProviderItemDecorationIdentifier]? { get }
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
  public var uploadingError: (any Error)?? { .some(self.uploadingError as (any Error)?) }
  public var isTrashed: Bool? { unlessMissing { self.isTrashed } }
  public var contentPolicy: NSFileProviderContentPolicy? { unlessMissing { self.contentPolicy } }
}

/// What stands for a value that an item does not say.
let missingName = "stand-in.missing"

/// Answers in place of an item that does not say, of a type that has no value to spare.
private func missing<Value>(_ value: Value) -> Value {
  Thread.current.threadDictionary[missingName] = true
  return value
}

/// The value of an item that says it, else nil.
func unlessMissing<Value>(_ value: () -> Value) -> Value? {
  Thread.current.threadDictionary[missingName] = nil
  let own = value()
  return Thread.current.threadDictionary[missingName] == nil ? own : nil
}

// What hardly any provider says.
extension OptionalItemProperties {
  @_disfavoredOverload public var childItemCount: NSNumber? { nil }
  @_disfavoredOverload public var uploadingError: (any Error)? { nil }
  @_disfavoredOverload public var isTrashed: Bool { missing(false) }
  @_disfavoredOverload public var contentPolicy: NSFileProviderContentPolicy { missing(.inherited) }
  @_disfavoredOverload public var userInfo: [AnyHashable: Any]? { nil }
}

// What a provider of local documents says. The strict flavour has no default for it, so that the types
// of a conforming class are checked.
#if !STRICT_FLAVOUR
  extension OptionalItemProperties {
    @_disfavoredOverload public var contentType: UTType { UTType(exportedAs: missingName) }
    @_disfavoredOverload public var capabilities: NSFileProviderItemCapabilities {
      NSFileProviderItemCapabilities(rawValue: .max)
    }
    @_disfavoredOverload public var fileSystemFlags: NSFileProviderFileSystemFlags {
      NSFileProviderFileSystemFlags(rawValue: .max)
    }
    @_disfavoredOverload public var documentSize: NSNumber? { nil }
    @_disfavoredOverload public var creationDate: Date? { nil }
    @_disfavoredOverload public var contentModificationDate: Date? { nil }
    @_disfavoredOverload public var extendedAttributes: [String: Data] { [missingName: Data()] }
    @_disfavoredOverload public var lastUsedDate: Date? { nil }
    @_disfavoredOverload public var tagData: Data? { nil }
    @_disfavoredOverload public var favoriteRank: NSNumber? { nil }
    @_disfavoredOverload public var itemVersion: NSFileProviderItemVersion {
      NSFileProviderItemVersion(missing: ())
    }
    @_disfavoredOverload public var symlinkTargetPath: String? { nil }
  }
#endif

/// The version of an item: of its contents, and of everything else.
open class NSFileProviderItemVersion: NSObject {
  /// For the system's side: a component older than any that a provider has given.
  open class var beforeFirstSyncComponent: Data { Data("NSFileProviderItemVersionBeforeFirstSync".utf8) }

  public let contentVersion: Data
  public let metadataVersion: Data
  let isMissing: Bool

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
