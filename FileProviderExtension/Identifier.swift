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

/// The number of what an item looks like to the system: which properties ``FileProviderItem`` gives it, and how.
///
/// The system keeps how an item looked until its version changes, also over an update of the app, and importing again does not
/// help (nextcloud/desktop 10065, 10068). So the number is in each metadata version and in each anchor: after an update that
/// changes it, every earlier anchor has expired, the system asks for everything that it knows, and each item has another
/// version.
enum Look {
  /// To be raised with every change of what an item looks like.
  static let number: UInt8 = 1
}

extension NSFileProviderSyncAnchor {
  init(_ anchor: SyncAnchor) { self.init(Data([Look.number] + anchor.bytes)) }

  /// What it means for us; nil for a malformed one, and for one of another look.
  var anchor: SyncAnchor? {
    guard rawValue.first == Look.number else { return nil }
    return SyncAnchor(Array(rawValue.dropFirst()))
  }
}

/// The version of an item, in the system's bytes: eight of each, and the look.
enum Version {
  static func of(_ item: Item) -> NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: data(item.contentVersion),
      metadataVersion: data(item.metadataVersion) + [Look.number])
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
