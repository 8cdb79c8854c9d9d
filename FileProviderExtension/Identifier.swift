import FileProvider
import Foundation
import Shared

/// An identifier of the system's, as what it means for us.
struct Identifier: Sendable, Equatable {
  let system: NSFileProviderItemIdentifier

  init(_ system: NSFileProviderItemIdentifier) {
    self.system = system
  }

  init(_ item: ItemID) {
    switch item {
    case .root: system = .rootContainer
    case .trash: system = .trashContainer
    default: system = NSFileProviderItemIdentifier(item.text)
    }
  }

  /// The item. What is none of ours is an identity that nothing has.
  var item: ItemID {
    if system == .rootContainer { return .root }
    if system == .trashContainer { return .trash }
    return ItemID(system.rawValue) ?? .none
  }

  var isWorkingSet: Bool { system == .workingSet }
}

/// The version of an item, in the system's bytes.
enum Version {
  static func of(_ item: Item) -> NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: data(item.contentVersion), metadataVersion: data(item.metadataVersion))
  }

  /// The content version that an edit was made from; nil when the system had none of ours yet.
  static func content(_ version: NSFileProviderItemVersion) -> Int64? {
    Int64(String(decoding: version.contentVersion, as: UTF8.self))
  }

  /// Decimal digits, so that a person who looks at them sees a number.
  private static func data(_ number: Int64) -> Data { Data(String(number).utf8) }
}
