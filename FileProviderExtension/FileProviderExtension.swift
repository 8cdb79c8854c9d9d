import FileProvider
import Foundation
import Shared

/// The File Provider extension's principal class: the system's questions, each answered by one call into
/// `Shared`.
///
/// It holds no state of its own but the open catalogue. Every completion handler is called exactly once: in
/// ``Desk/answer(_:_:_:)``, and nowhere else.
final class FileProviderExtension: NSObject, NSFileProviderReplicatedExtension {
  private let desk: Desk

  required convenience init(domain: NSFileProviderDomain) {
    self.init(desk: Desk(domain))
  }

  init(desk: Desk) {
    self.desk = desk
    super.init()
  }

  func invalidate() {
    desk.close()
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping ((any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress {
    let id = Identifier(identifier)
    return desk.answer { provider, _ throws(ProviderError) in
      try FileProviderItem.Facts(provider, id)
    } then: { result in
      result.reply { completionHandler($0.map(FileProviderItem.init), $1) }
    }
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping (URL?, (any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress {
    let id = Identifier(itemIdentifier)
    let desk = desk
    return desk.answer { provider, copier throws(ProviderError) in
      let (path, item) = try provider.fetch(id.item, into: desk.handover(), copier: copier)
      return (path.map { URL(fileURLWithPath: $0) }, FileProviderItem.Facts(item))
    } then: { result in
      result.reply { completionHandler($0?.0, ($0?.1).map(FileProviderItem.init), $1) }
    }
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItemProtocol, fields: NSFileProviderItemFields,
    contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping ((any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let template = Template(itemTemplate, fields: fields, contents: url)
    let mayExist = options.contains(.mayAlreadyExist)
    return desk.answer { provider, copier throws(ProviderError) in
      try template.create(in: provider, mayExist: mayExist, copier: copier)
    } then: { result in
      result.reply { completionHandler($0?.map(FileProviderItem.init), [], false, $1) }
    }
  }

  func modifyItem(
    _ item: any NSFileProviderItemProtocol, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?,
    options: NSFileProviderModifyItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping ((any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let template = Template(item, fields: changedFields, contents: newContents)
    let base = Version.content(version)
    let id = Identifier(item.itemIdentifier)
    return desk.answer { provider, copier throws(ProviderError) in
      let (item, isConflicted) = try provider.modify(
        id.item, template.change, at: template.place, contents: template.contents, baseVersion: base,
        copier: copier)
      return (FileProviderItem.Facts(item), isConflicted)
    } then: { result in
      result.reply { completionHandler(($0?.0).map(FileProviderItem.init), [], $0?.1 ?? false, $1) }
    }
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress {
    let id = Identifier(identifier)
    let base = Version.content(version)
    let isRecursive = options.contains(.recursive)
    return desk.answer { provider, _ throws(ProviderError) in
      try provider.delete(id.item, baseVersion: base, isRecursive: isRecursive)
    } then: { result in
      result.reply { completionHandler($1) }
    }
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    // Deleted for good at once: there is no trash to list.
    if containerItemIdentifier == .trashContainer { throw CocoaError(.featureUnsupported) }
    return FileProviderEnumerator(of: Identifier(containerItemIdentifier), at: desk)
  }
}
