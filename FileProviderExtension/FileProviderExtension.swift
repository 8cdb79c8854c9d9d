import FileProvider
import Foundation
import IntrayCore

/// The File Provider extension's principal class: the system's questions, each answered by one call into
/// `IntrayCore`.
///
/// It holds no state of its own but the open catalogue. Every completion handler is called exactly once: in
/// ``RequestQueue/perform(_:isPicture:copying:_:then:)``, and nowhere else, but for the root.
final class FileProviderExtension: NSObject, NSFileProviderReplicatedExtension {
  let requests: RequestQueue

  required convenience init(domain: NSFileProviderDomain) {
    Sandbox.temporaryIsEmptied
    self.init(requests: RequestQueue(domain))
  }

  init(requests: RequestQueue) {
    self.requests = requests
    super.init()
  }

  func invalidate() {
    requests.invalidate()
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping ((any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress {
    let id = identifier.item
    if id == .root {
      // If its lookup fails just after the registration, the system drops the place.
      completionHandler(FileProviderItem(directory: id), nil)
      // Done: there is nothing to wait for, or to cancel.
      return Progress(totalUnitCount: 0)
    }
    return requests.perform { provider, _ in
      id == .trash ? FileProviderItem(directory: id) : FileProviderItem(try provider.item(id))
    } then: { (result: Result<FileProviderItem, ProviderError>) in
      result.reply { completionHandler($0, $1) }
    }
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping (URL?, (any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress {
    let id = itemIdentifier.item
    let requests = requests
    // Without a size the progress jumps. The call itself reports the error.
    let size = { @Sendable (provider: Provider) in (try? provider.item(id).size) ?? 0 }
    return requests.perform(copying: size) { provider, copier in
      let (path, item) = try provider.fetch(id, into: requests.handover(), copier: copier)
      return (path.map { URL(fileURLWithPath: $0) }, FileProviderItem(item))
    } then: { (result: Result<(URL?, FileProviderItem), ProviderError>) in
      result.reply { completionHandler($0?.0, $0?.1, $1) }
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
    return requests.perform(copying: { _ in template.size }) { provider, copier in
      try template.create(in: provider, mayExist: mayExist, copier: copier)
    } then: { result in
      withExtendedLifetime(template) {
        result.reply(isChange: true) { Self.tell($0 ?? nil, $1, completionHandler) }
      }
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
    let base = version.base
    let metadata = version.metadata
    let id = item.itemIdentifier.item
    let mayExist = options.contains(.mayAlreadyExist)
    var keepsBoth = true
    if #available(iOS 26, *) { keepsBoth = !options.contains(.failOnConflict) }
    return requests.perform(copying: { _ in template.size }) {
      [keepsBoth] provider, copier throws in
      try provider.modify(
        id, template.change, at: template.place, contents: template.contents, base: base, metadata: metadata,
        mayExist: mayExist, keepsBoth: keepsBoth, copier: copier)
    } then: { result in
      withExtendedLifetime(template) {
        result.reply(isChange: true) { Self.tell($0, $1, completionHandler) }
      }
    }
  }

  private static func tell(
    _ answer: ProviderReply?, _ error: (any Error)?,
    _ completionHandler:
      ((any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) {
    let item = (answer?.reportedItem).map { FileProviderItem($0) }
    completionHandler(
      item, NSFileProviderItemFields(answer?.missed ?? []), answer?.needsFetch ?? false, error)
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress {
    let id = identifier.item
    let base = version.base
    let isRecursive = options.contains(.recursive)
    return requests.perform { provider, _ in
      try provider.delete(id, base: base, isRecursive: isRecursive)
    } then: { result in
      result.reply { completionHandler($1) }
    }
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    FileProviderEnumerator(of: containerItemIdentifier, at: requests)
  }

  /// The system has imported everything again, each item by a call of its own. It has not requested the result of the full
  /// scan that follows, so it is signalled.
  func importDidFinish(completionHandler: @escaping () -> Void) {
    _ = requests.perform { provider, _ in
      try provider.endImport()
    } then: { [requests] _ in
      completionHandler()
      requests.signal()
    }
  }

  /// Which items the system has copies of is of no interest: it is told of all of them.
  func materializedItemsDidChange(completionHandler: @escaping () -> Void) { completionHandler() }

  /// What waits in the system waits for an answer that it gets when it asks.
  func pendingItemsDidChange(completionHandler: @escaping () -> Void) { completionHandler() }
}

/// "Recover", for what is in the trash: Files offers its own Recover only to the device's own files. "Keep Both" and "Keep This
/// Version", for conflict copies.
extension FileProviderExtension: NSFileProviderCustomAction {
  // As the Info.plist declares them.
  static let recover = NSFileProviderExtensionActionIdentifier("recover")
  static let keepBoth = NSFileProviderExtensionActionIdentifier("keep-both")
  static let keepThis = NSFileProviderExtensionActionIdentifier("keep-this")

  func performAction(
    identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
    onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress {
    let ids = itemIdentifiers.map(\.item)
    return requests.perform { provider, _ in
      switch actionIdentifier {
      case Self.recover: try provider.putBack(ids)
      case Self.keepBoth: try provider.decide(.keepBoth, on: ids)
      case Self.keepThis: try provider.decide(.keepThis, on: ids)
      default: throw ProviderError.unsupported
      }
    } then: { result in
      result.reply { completionHandler($1) }
    }
  }
}
