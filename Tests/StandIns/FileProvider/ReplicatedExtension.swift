import Foundation

/// Something that lists folders.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerating>
public protocol NSFileProviderEnumerating: NSObjectProtocol {
  /// What lists a folder, or everything.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerating/enumerator(for:request:)>
  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator
}

/// The principal class of an extension whose items the system keeps a copy of.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension>
public protocol NSFileProviderReplicatedExtension: NSFileProviderEnumerating {
  /// Begins to serve a domain.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/init(domain:)>
  init(domain: NSFileProviderDomain)

  /// Ends.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/invalidate()>
  func invalidate()

  /// Says what an item is.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/item(for:request:completionhandler:)>
  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping ((any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress

  /// Hands the contents of an item over.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/fetchcontents(for:version:request:completionhandler:)>
  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping (URL?, (any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress

  /// Takes a new item.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/createitem(basedon:fields:contents:options:request:completionhandler:)>
  func createItem(
    basedOn itemTemplate: any NSFileProviderItemProtocol, fields: NSFileProviderItemFields,
    contents url: URL?, options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping (
        (any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress

  /// Takes a change.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/modifyitem(_:baseversion:changedfields:contents:options:request:completionhandler:)>
  func modifyItem(
    _ item: any NSFileProviderItemProtocol, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?,
    options: NSFileProviderModifyItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping (
        (any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress

  /// Takes a deletion.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/deleteitem(identifier:baseversion:options:request:completionhandler:)>
  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress

  /// What `importDidFinish` answers: ``NotImplemented`` where a class does not have it. See `Optional.swift`.
  associatedtype ImportResult = NotImplemented
  /// Everything that was imported again has been taken. Optional.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/importdidfinish(completionhandler:)>
  @_spi(Requirement) func importDidFinish(completionHandler: @escaping Handlers.Done) -> ImportResult

  /// What `materializedItemsDidChange` answers: ``NotImplemented`` where a class does not have it. See `Optional.swift`.
  associatedtype MaterializedResult = NotImplemented
  /// Other items are on the disk than before. Optional.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/materializeditemsdidchange(completionhandler:)>
  @_spi(Requirement) func materializedItemsDidChange(completionHandler: @escaping Handlers.Done)
    -> MaterializedResult

  /// What `pendingItemsDidChange` answers: ``NotImplemented`` where a class does not have it. See `Optional.swift`.
  associatedtype PendingResult = NotImplemented
  /// Other items wait for the provider than before. Optional.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/pendingitemsdidchange(completionhandler:)>
  @_spi(Requirement) func pendingItemsDidChange(completionHandler: @escaping Handlers.Done) -> PendingResult
}

extension NSFileProviderReplicatedExtension where ImportResult == NotImplemented {
  /// Stands for a method that the class does not have.
  public func importDidFinish(completionHandler: @escaping Handlers.Done) -> NotImplemented {
    NotImplemented()
  }
}

extension NSFileProviderReplicatedExtension where MaterializedResult == NotImplemented {
  /// Stands for a method that the class does not have.
  public func materializedItemsDidChange(completionHandler: @escaping Handlers.Done) -> NotImplemented {
    NotImplemented()
  }
}

extension NSFileProviderReplicatedExtension where PendingResult == NotImplemented {
  /// Stands for a method that the class does not have.
  public func pendingItemsDidChange(completionHandler: @escaping Handlers.Done) -> NotImplemented {
    NotImplemented()
  }
}

extension NSFileProviderReplicatedExtension {
  /// Everything that was imported again has been taken. Nil is a class without this method.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/importdidfinish(completionhandler:)>
  public var importDidFinish: OptionalNotice? {
    guard ImportResult.self != NotImplemented.self else { return nil }
    return OptionalNotice { _ = self.importDidFinish(completionHandler: $0) as ImportResult }
  }

  /// Other items are on the disk than before. Nil is a class without this method.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/materializeditemsdidchange(completionhandler:)>
  public var materializedItemsDidChange: OptionalNotice? {
    guard MaterializedResult.self != NotImplemented.self else { return nil }
    return OptionalNotice { _ = self.materializedItemsDidChange(completionHandler: $0) as MaterializedResult }
  }

  /// Other items wait for the provider than before. Nil is a class without this method.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/pendingitemsdidchange(completionhandler:)>
  public var pendingItemsDidChange: OptionalNotice? {
    guard PendingResult.self != NotImplemented.self else { return nil }
    return OptionalNotice { _ = self.pendingItemsDidChange(completionHandler: $0) as PendingResult }
  }
}

/// An extension that draws small pictures of its items.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderthumbnailing>
public protocol NSFileProviderThumbnailing: NSObjectProtocol {
  /// Draws some, one after the other, and says when all are done. The size is in pixels.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderthumbnailing/fetchthumbnails(for:requestedsize:perthumbnailcompletionhandler:completionhandler:)>
  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler: @escaping (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress
}

/// An extension with actions of its own.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidercustomaction>
public protocol NSFileProviderCustomAction: NSObjectProtocol {
  /// Does one of them.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidercustomaction/performaction(identifier:onitemswithidentifiers:completionhandler:)>
  func performAction(
    identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
    onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress
}

/// Who asks.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderrequest>
open class NSFileProviderRequest: NSObject {
}
