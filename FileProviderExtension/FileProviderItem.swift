import FileProvider
import Foundation
import IntrayCore
import UniformTypeIdentifiers

/// An item, or one of the two directories, in the framework's clothes. It decides nothing.
final class FileProviderItem: NSObject, NSFileProviderItemProtocol, Sendable {
  /// The key by which the rule of the action in the Info.plist knows what can be put back.
  static let canPutBack = "canPutBack"

  private let id: ItemID
  private let item: Item?

  init(_ item: Item) {
    (id, self.item) = (item.id, item)
    super.init()
  }

  /// The root or the trash, which are the same whether or not the store can be opened.
  init(directory id: ItemID) {
    (self.id, item) = (id, nil)
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(id) }

  var parentItemIdentifier: NSFileProviderItemIdentifier {
    NSFileProviderItemIdentifier(item?.parent ?? .root)
  }

  var filename: String { item?.name.description ?? FilesDomain.displayName }

  var contentType: UTType {
    guard let item else { return .folder }
    switch item.kind {
    // Also a package: what is in it are items, and the system sees by its name what it is.
    case .folder: return .folder
    case .link: return .symbolicLink
    case .file, .special:
      let ending = (filename as NSString).pathExtension
      return UTType(filenameExtension: ending) ?? .data
    }
  }

  /// Never less than reading and writing: iOS 26 locks the copy of an item that may not be written (a link,
  /// too), and cannot change it itself any more. What cannot be done is refused when it is asked for.
  var capabilities: NSFileProviderItemCapabilities {
    guard let item else { return [.allowsReading, .allowsWriting] }
    var capabilities: NSFileProviderItemCapabilities = [
      .allowsReading, .allowsWriting, .allowsRenaming, .allowsReparenting, .allowsDeleting,
    ]
    if !item.isTrashed { capabilities.insert(.allowsTrashing) }
    return capabilities
  }

  var fileSystemFlags: NSFileProviderFileSystemFlags {
    guard let item else { return [.userReadable, .userWritable, .userExecutable] }
    return NSFileProviderFileSystemFlags(item.flags).union(.userReadable)
  }

  var isTrashed: Bool { item?.isTrashed ?? false }

  var userInfo: [AnyHashable: Any]? {
    guard let item, item.parent == .trash else { return nil }
    return [Self.canPutBack: true]
  }

  var itemVersion: NSFileProviderItemVersion {
    item.map(NSFileProviderItemVersion.init(of:))
      // Documents itself never changes in a way that is told.
      ?? NSFileProviderItemVersion(contentVersion: Data("0".utf8), metadataVersion: Data("0".utf8))
  }

  var documentSize: NSNumber? {
    guard let item, item.kind == .file else { return nil }
    return NSNumber(value: item.size)
  }

  var creationDate: Date? { item?.created?.date }

  var contentModificationDate: Date? { item?.modified.date }

  var lastUsedDate: Date? { item?.lastUsed?.date }

  var tagData: Data? { item?.tags.map { Data($0) } }

  var favoriteRank: NSNumber? { item?.favouriteRank.map { NSNumber(value: UInt64(bitPattern: $0)) } }

  var extendedAttributes: [String: Data] { item?.plainAttributes.mapValues { Data($0) } ?? [:] }

  var symlinkTargetPath: String? { item?.target?.description }
}

extension NSFileProviderFileSystemFlags {
  private static let words: [(NSFileProviderFileSystemFlags, ItemFlags)] = [
    (.userExecutable, .executable), (.userWritable, .writable), (.hidden, .hidden),
    (.pathExtensionHidden, .hidesExtension),
  ]

  init(_ flags: ItemFlags) {
    self.init(Self.words.filter { flags.contains($0.1) }.map(\.0))
  }

  var shared: ItemFlags { ItemFlags(Self.words.filter { contains($0.0) }.map(\.1)) }
}
