import Foundation
import UniformTypeIdentifiers

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
