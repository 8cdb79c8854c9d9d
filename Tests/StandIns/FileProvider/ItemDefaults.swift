import Foundation
import UniformTypeIdentifiers

/// What stands for a value that an item does not say.
let missingName = "stand-in.missing"

// What hardly any provider says.
extension OptionalItemProperties {
  /// Not said.
  @_disfavoredOverload public var userInfo: [AnyHashable: Any]? { nil }
}

// What a provider of local documents says. The strict flavour has no default for it, so that the types
// of a conforming class are checked.
#if !STRICT_FLAVOUR
  extension OptionalItemProperties {
    /// Not said.
    @_disfavoredOverload public var contentType: UTType { UTType(exportedAs: missingName) }
    /// Not said.
    @_disfavoredOverload public var capabilities: NSFileProviderItemCapabilities {
      NSFileProviderItemCapabilities(rawValue: .max)
    }
    /// Not said.
    @_disfavoredOverload public var fileSystemFlags: NSFileProviderFileSystemFlags {
      NSFileProviderFileSystemFlags(rawValue: .max)
    }
    /// Not said.
    @_disfavoredOverload public var documentSize: NSNumber? { nil }
    /// Not said.
    @_disfavoredOverload public var creationDate: Date? { nil }
    /// Not said.
    @_disfavoredOverload public var contentModificationDate: Date? { nil }
    /// Not said.
    @_disfavoredOverload public var extendedAttributes: [String: Data] { [missingName: Data()] }
    /// Not said.
    @_disfavoredOverload public var lastUsedDate: Date? { nil }
    /// Not said.
    @_disfavoredOverload public var tagData: Data? { nil }
    /// Not said.
    @_disfavoredOverload public var favoriteRank: NSNumber? { nil }
    /// Not said.
    @_disfavoredOverload public var itemVersion: NSFileProviderItemVersion {
      NSFileProviderItemVersion(missing: ())
    }
    /// Not said.
    @_disfavoredOverload public var symlinkTargetPath: String? { nil }
  }
#endif
