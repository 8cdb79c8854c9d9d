import FileProvider
import Foundation
import Shared
import UniformTypeIdentifiers

/// What the system wants an item to be, read from its template at once: the template is not ours to keep.
struct Template: Sendable {
  let identifier: String
  let change: ItemChange
  /// Its name and folder, whether or not they are to be changed.
  let place: (name: String, parent: ItemID)
  /// The absolute path of the contents that came along.
  let contents: String?
  private let kind: FileKind
  private let target: String?

  init(_ item: any NSFileProviderItemProtocol, fields: NSFileProviderItemFields, contents url: URL?) {
    identifier = item.itemIdentifier.rawValue
    contents = url?.path(percentEncoded: false)
    let type = item.contentType ?? .data
    kind = type.conforms(to: .symbolicLink) ? .link : type.conforms(to: .directory) ? .folder : .file
    target = item.symlinkTargetPath ?? nil
    change = ItemChange(item, fields)
    place = (item.filename, Identifier(item.parentItemIdentifier).item)
  }

  /// Makes the item; no item when it was asked for without contents and there is nothing to match.
  func create(
    in provider: Provider, mayExist: Bool, copier: Copier
  ) throws(ProviderError) -> FileProviderItem.Facts? {
    guard let name = change.name, let parent = change.parent else { throw .unsupported }
    let source: Documents.Source
    switch kind {
    case .folder: source = .folder
    case .link: source = .link(to: FileName(target ?? ""))
    case .file, .special:
      if let contents {
        source = .copy(of: contents)
      } else if mayExist {
        return try provider.match(name: name, in: parent).map { FileProviderItem.Facts($0) }
      } else {
        source = .bytes([])
      }
    }
    return FileProviderItem.Facts(
      try provider.create(
        template: identifier, change, from: source, mayExist: mayExist, copier: copier))
  }
}

extension ItemChange {
  fileprivate init(_ item: any NSFileProviderItemProtocol, _ fields: NSFileProviderItemFields) {
    self.init()
    if fields.contains(.filename) { name = item.filename }
    if fields.contains(.parentItemIdentifier) { parent = Identifier(item.parentItemIdentifier).item }
    if fields.contains(.contentModificationDate), let date = item.contentModificationDate ?? nil {
      modified = FileTime(date)
    }
    if fields.contains(.creationDate), let date = item.creationDate ?? nil { created = FileTime(date) }
    if fields.contains(.lastUsedDate) { lastUsed = .some((item.lastUsedDate ?? nil).map { FileTime($0) }) }
    if fields.contains(.tagData) { tags = .some((item.tagData ?? nil).map { Array($0) }) }
    if fields.contains(.favoriteRank) { favouriteRank = .some((item.favoriteRank ?? nil)?.int64Value) }
    if fields.contains(.extendedAttributes) { attributes = item.extendedAttributes?.mapValues { Array($0) } }
    if fields.contains(.fileSystemFlags) {
      isExecutable = item.fileSystemFlags?.contains(.userExecutable)
    }
  }
}
