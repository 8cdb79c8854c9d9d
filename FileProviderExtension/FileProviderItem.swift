import FileProvider
import Foundation
import Shared
import UniformTypeIdentifiers

/// An item in the framework's clothes. It decides nothing.
final class FileProviderItem: NSObject, NSFileProviderItemProtocol {
  /// What it shows: an item, or Documents itself.
  struct Facts: Sendable {
    let item: Item?

    init(_ item: Item?) {
      self.item = item
    }

    init(_ provider: Provider, _ id: Identifier) throws(ProviderError) {
      item = id.item == .root ? nil : try provider.item(id.item)
    }
  }

  private let item: Item?

  init(_ facts: Facts) {
    item = facts.item
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { Identifier(item?.id ?? .root).system }

  var parentItemIdentifier: NSFileProviderItemIdentifier { Identifier(item?.parent ?? .root).system }

  var filename: String { item?.name.description ?? FilesDomain.displayName }

  var contentType: UTType {
    guard let item else { return .folder }
    switch item.kind {
    case .folder: return .folder
    case .link: return .symbolicLink
    case .file, .special:
      let ending = (filename as NSString).pathExtension
      return UTType(filenameExtension: ending) ?? .data
    }
  }

  var capabilities: NSFileProviderItemCapabilities {
    guard let item else { return [.allowsReading, .allowsWriting] }
    let common: NSFileProviderItemCapabilities = [
      .allowsReading, .allowsWriting, .allowsRenaming, .allowsReparenting, .allowsDeleting,
    ]
    return item.kind == .link ? common.subtracting(.allowsWriting) : common
  }

  var fileSystemFlags: NSFileProviderFileSystemFlags {
    var flags: NSFileProviderFileSystemFlags = [.userReadable, .userWritable]
    if let item, item.kind == .folder || item.mode & 0o100 != 0 { flags.insert(.userExecutable) }
    return flags
  }

  var itemVersion: NSFileProviderItemVersion {
    item.map(Version.of)
      // Documents itself never changes in a way that is told.
      ?? NSFileProviderItemVersion(contentVersion: Data("0".utf8), metadataVersion: Data("0".utf8))
  }

  var documentSize: NSNumber? {
    guard let item, item.kind == .file else { return nil }
    return NSNumber(value: item.size)
  }

  var creationDate: Date? { item?.created.map(Date.init) }

  var contentModificationDate: Date? { item.map { Date($0.modified) } }

  var lastUsedDate: Date? { item?.lastUsed.map(Date.init) }

  var tagData: Data? { item?.tags.map { Data($0) } }

  var favoriteRank: NSNumber? { item?.favouriteRank.map { NSNumber(value: $0) } }

  var extendedAttributes: [String: Data] { item?.attributes.mapValues { Data($0) } ?? [:] }

  var symlinkTargetPath: String? { item?.target?.description }
}

extension Date {
  init(_ time: FileTime) {
    self.init(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
  }
}

extension FileTime {
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(
      seconds: Int64(seconds), nanoseconds: Int64((date.timeIntervalSince1970 - seconds) * 1e9))
  }
}
