import Foundation

public protocol NSFileProviderEnumerating: NSObjectProtocol {
  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator
}

/// The principal class of an extension whose items the system keeps a copy of.
public protocol NSFileProviderReplicatedExtension: NSFileProviderEnumerating {
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/init(domain:)>
  init(domain: NSFileProviderDomain)

  func invalidate()

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping ((any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping (URL?, (any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress

  func createItem(
    basedOn itemTemplate: any NSFileProviderItemProtocol, fields: NSFileProviderItemFields,
    contents url: URL?, options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping (
        (any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress

  func modifyItem(
    _ item: any NSFileProviderItemProtocol, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?,
    options: NSFileProviderModifyItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping (
        (any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress

  // Optional methods, see `Optional.swift`. What each answers is ``NotImplemented`` where a class does not have it.

  associatedtype ImportResult = NotImplemented
  /// Everything that was imported again has been taken.
  @_spi(Requirement) func importDidFinish(completionHandler: @escaping Handlers.Done) -> ImportResult

  associatedtype MaterializedResult = NotImplemented
  /// Other items are on the disk than before.
  @_spi(Requirement) func materializedItemsDidChange(completionHandler: @escaping Handlers.Done)
    -> MaterializedResult

  associatedtype PendingResult = NotImplemented
  /// Other items wait for the provider than before.
  @_spi(Requirement) func pendingItemsDidChange(completionHandler: @escaping Handlers.Done) -> PendingResult
}

extension NSFileProviderReplicatedExtension {
  public func importDidFinish(completionHandler: @escaping Handlers.Done) -> NotImplemented
  where ImportResult == NotImplemented { NotImplemented() }
  public func materializedItemsDidChange(completionHandler: @escaping Handlers.Done) -> NotImplemented
  where MaterializedResult == NotImplemented { NotImplemented() }
  public func pendingItemsDidChange(completionHandler: @escaping Handlers.Done) -> NotImplemented
  where PendingResult == NotImplemented { NotImplemented() }

  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/importdidfinish(completionhandler:)>
  public var importDidFinish: OptionalNotice? {
    guard ImportResult.self != NotImplemented.self else { return nil }
    return OptionalNotice { _ = self.importDidFinish(completionHandler: $0) as ImportResult }
  }

  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/materializeditemsdidchange(completionhandler:)>
  public var materializedItemsDidChange: OptionalNotice? {
    guard MaterializedResult.self != NotImplemented.self else { return nil }
    return OptionalNotice { _ = self.materializedItemsDidChange(completionHandler: $0) as MaterializedResult }
  }

  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/pendingitemsdidchange(completionhandler:)>
  public var pendingItemsDidChange: OptionalNotice? {
    guard PendingResult.self != NotImplemented.self else { return nil }
    return OptionalNotice { _ = self.pendingItemsDidChange(completionHandler: $0) as PendingResult }
  }
}

public protocol NSFileProviderThumbnailing: NSObjectProtocol {
  /// Draws some, one after the other, and says when all are done. The size is in pixels.
  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler: @escaping (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress
}

public protocol NSFileProviderCustomAction: NSObjectProtocol {
  func performAction(
    identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
    onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress
}

open class NSFileProviderRequest: NSObject {}
