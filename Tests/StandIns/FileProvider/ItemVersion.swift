import Foundation

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
