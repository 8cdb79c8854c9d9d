import FileProvider
import Foundation
import IntrayCore
import UniformTypeIdentifiers

/// What the system wants an item to be, read from its template at once: the template is not ours to keep.
///
/// The URL of the contents is kept until the system has the answer: the file is ours to read as long as there is the URL
/// (NSFileProviderReplicatedExtension.h).
struct Template: Sendable {
  let identifier: String
  let change: ItemChange
  /// Its name and folder, whether or not they are to be changed.
  let place: (name: String, parent: ItemID)
  private let url: URL?
  /// The absolute path of the contents that came along.
  var contents: String? { url?.path(percentEncoded: false) }
  private let kind: FileKind
  private let target: FileName?

  init(_ item: any NSFileProviderItemProtocol, fields: NSFileProviderItemFields, contents url: URL?) {
    identifier = item.itemIdentifier.rawValue
    self.url = url
    let type = item.contentType ?? .data
    kind = type.conforms(to: .symbolicLink) ? .link : type.conforms(to: .directory) ? .folder : .file
    target = (item.symlinkTargetPath ?? nil).flatMap { $0.isEmpty ? nil : FileName($0) }
    var change = ItemChange(item, fields)
    // "If the item is a symbolic link, the target path is provided by the symlinkTargetPath", says the header of
    // `NSFileProviderReplicatedExtension`: its contents come without a file.
    if kind == .link, fields.contains(.contents) { change.target = target }
    self.change = change
    place = (item.filename, item.parentItemIdentifier.item)
  }

  /// How many bytes come along, only for showing how far the work is.
  var size: Int64 { Int64((try? url?.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0) }

  /// Makes the item; none when it was asked for without contents and there is nothing to match: then the
  /// system drops its placeholder, and lists again.
  ///
  /// A symbolic link becomes a symbolic link, which the provider never follows: its target may be anything, and a copy
  /// of it would be another document. A package becomes a folder. If we deleted a document while the user edited it
  /// (`deletionConflicted`), it becomes a new document with the edits, as any other.
  func create(in provider: Provider, mayExist: Bool, copier: Copier) throws -> ProviderReply? {
    guard let name = change.name, let parent = change.parent else { throw ProviderError.unsupported }
    let source: Documents.Contents
    switch kind {
    case .folder: source = .folder
    case .link:
      guard let target else { throw ProviderError.unsupported }
      source = .link(to: target)
    case .file, .special:
      if let contents {
        source = .copy(of: contents)
      } else if mayExist {
        return try provider.match(name: name, in: parent).map { ProviderReply(item: $0) }
      } else {
        source = .bytes([])
      }
    }
    return try provider.create(
      template: identifier, change, from: source, mayExist: mayExist, copier: copier)
  }
}

extension ItemChange {
  fileprivate init(_ item: any NSFileProviderItemProtocol, _ fields: NSFileProviderItemFields) {
    self.init()
    if fields.contains(.filename) { name = item.filename }
    if fields.contains(.parentItemIdentifier) { parent = item.parentItemIdentifier.item }
    if fields.contains(.contentModificationDate), let date = item.contentModificationDate ?? nil {
      modified = FileTime(date)
    }
    if fields.contains(.creationDate), let date = item.creationDate ?? nil { created = FileTime(date) }
    if fields.contains(.lastUsedDate) { lastUsed = .some((item.lastUsedDate ?? nil).map { FileTime($0) }) }
    if fields.contains(.tagData) { tags = .some((item.tagData ?? nil).map { Array($0) }) }
    if fields.contains(.favoriteRank) {
      // An unsigned number (NSFileProviderItem.h), kept bit by bit.
      favouriteRank = .some((item.favoriteRank ?? nil).map { Int64(bitPattern: $0.uint64Value) })
    }
    if fields.contains(.extendedAttributes) { attributes = item.extendedAttributes?.mapValues { Array($0) } }
    if fields.contains(.fileSystemFlags) { flags = item.fileSystemFlags?.shared }
  }
}

extension NSFileProviderItemFields {
  private static let words: [(NSFileProviderItemFields, ItemChange.Field)] = [
    (.contentModificationDate, .modified), (.creationDate, .created), (.lastUsedDate, .lastUsed),
    (.tagData, .tags), (.favoriteRank, .favouriteRank), (.extendedAttributes, .attributes),
    (.fileSystemFlags, .flags),
  ]

  init(_ fields: ItemChange.Fields) {
    self.init(Self.words.filter { fields.contains($0.1) }.map(\.0))
  }
}
