import FileProvider
import Foundation
import IntrayCore

extension NSFileProviderItemIdentifier {
  init(_ item: ItemID) {
    switch item {
    case .root: self = .rootContainer
    case .trash: self = .trashContainer
    default: self.init(item.text)
    }
  }

  /// The item's identifier. A malformed one becomes an identifier that no item has.
  var item: ItemID {
    switch self {
    case .rootContainer: .root
    case .trashContainer: .trash
    default: ItemID(rawValue) ?? .none
    }
  }
}

/// The number of what an item looks like to the system: which properties ``FileProviderItem`` gives it, and how.
///
/// The system keeps how an item looked until its version changes, also over an update of the app, and importing again does not
/// help (nextcloud/desktop 10065, 10068). So the number is in each metadata version and in each anchor: after an update that
/// changes it, every earlier anchor has expired, the system asks for everything that it knows, and each item has another
/// version.
enum Look {
  /// To be raised with every change of what an item looks like.
  static let number: UInt8 = 2
}

extension NSFileProviderSyncAnchor {
  init(_ anchor: SyncAnchor) { self.init(Data([Look.number] + anchor.bytes)) }

  /// What it means for us; nil for a malformed one, and for one of another look.
  var anchor: SyncAnchor? {
    guard rawValue.first == Look.number else { return nil }
    return SyncAnchor(Array(rawValue.dropFirst()))
  }
}

/// The system's bytes of a version: eight of each part, and the look.
extension NSFileProviderItemVersion {
  convenience init(of item: Item) {
    let data = { (number: Int64) in withUnsafeBytes(of: number.bigEndian) { Data($0) } }
    self.init(
      contentVersion: data(item.contentVersion), metadataVersion: data(item.metadataVersion) + [Look.number])
  }

  /// The content version that a call was made from.
  var base: Provider.Base {
    if contentVersion == Self.beforeFirstSyncComponent { return .beforeFirstSync }
    return Self.number(contentVersion).map { .version($0) } ?? .foreign(Array(contentVersion))
  }

  /// The metadata version that a call was made from; nil for bytes that were never one of ours.
  var metadata: Int64? { metadataVersion.last == Look.number ? Self.number(metadataVersion.dropLast()) : nil }

  private static func number(_ bytes: Data) -> Int64? {
    bytes.count == 8 ? Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }) : nil
  }
}
