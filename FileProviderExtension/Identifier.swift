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

  /// The item's identifier. A malformed one becomes an identifier that no item has.
  var item: ItemID {
    if system == .rootContainer { return .root }
    if system == .trashContainer { return .trash }
    return ItemID(system.rawValue) ?? .none
  }

  var isWorkingSet: Bool { system == .workingSet }
}

/// The version of an item, in the system's bytes: eight of each.
enum Version {
  static func of(_ item: Item) -> NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: data(item.contentVersion), metadataVersion: data(item.metadataVersion))
  }

  /// The content version that a call was made from.
  static func base(_ version: NSFileProviderItemVersion) -> Provider.Base {
    let bytes = Array(version.contentVersion)
    if version.contentVersion == NSFileProviderItemVersion.beforeFirstSyncComponent {
      return .beforeFirstSync
    }
    guard bytes.count == 8 else { return .foreign(bytes) }
    return .version(Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
  }

  private static func data(_ number: Int64) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
}
