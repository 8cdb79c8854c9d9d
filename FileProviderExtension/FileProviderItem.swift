import FileProvider
import Foundation
import IntrayCore
import UniformTypeIdentifiers

/// An item, or one of the two directories, in the framework's clothes. It decides nothing.
final class FileProviderItem: NSObject, NSFileProviderItemProtocol, NSFileProviderItemDecorating, Sendable {
  /// The keys by which the rules of the actions in the Info.plist know what can be recovered, and conflict copies.
  static let canRecover = "canRecover"
  static let isConflict = "isConflict"
  /// As the Info.plist declares it.
  static let conflict = NSFileProviderItemDecorationIdentifier("conflict")

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
    guard let item else { return nil }
    if item.parent == .trash { return [Self.canRecover: true] }
    return isInConflict ? [Self.isConflict: true] : nil
  }

  var decorations: [NSFileProviderItemDecorationIdentifier]? { isInConflict ? [Self.conflict] : nil }

  /// What is in the trash waits for no decision.
  private var isInConflict: Bool { item.map { !$0.isTrashed && $0.conflict != nil } ?? false }

  var childItemCount: NSNumber? { item?.childCount.map { NSNumber(value: $0) } }

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
