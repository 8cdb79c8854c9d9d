import FileProvider
import Foundation
import IntrayCore
import IntrayIntake

/// Intray's place in the Files app: the app registers it, and says when something in it changed.
struct FilesRegistration: Sendable {
  /// Asks the system whose item the user sees at a URL; throws if no provider, or another one, owns it.
  var identify: @Sendable (URL) async throws -> NSFileProviderDomainIdentifier = { url in
    try await NSFileProviderManager.identifierForUserVisibleFile(at: url).1
  }

  var add: @Sendable () async throws -> Void = { try await NSFileProviderManager.add(FilesDomain.domain) }

  /// Has the system send everything that it has of the place to the extension again, and list it anew. Nothing is lost by it:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/reimportitems(below:completionhandler:)>.
  var reimport: @Sendable () async throws -> Void = {
    guard let manager = NSFileProviderManager(for: FilesDomain.domain) else {
      throw NSFileProviderError(.providerNotFound)
    }
    try await manager.reimportItems(below: .rootContainer)
  }

  /// Has the system remove the place, also one that it does not list, and delete its copies of the documents. A change that
  /// it has not sent to the extension is lost: iOS has no way to preserve it, macOS has.
  var remove: @Sendable () async throws -> Void = {
    try await NSFileProviderManager.remove(FilesDomain.domain)
  }

  /// Asks the system whether the user has left Intray on in Files; nil if it is not registered.
  var asksWhetherEnabled: @Sendable () async throws -> Bool? = { try await FilesDomain.isEnabled() }
  /// Asks the system under which name the place is registered; nil if it is not registered.
  var asksForName: @Sendable () async throws -> String? = { try await FilesDomain.registeredName() }
  /// Asks the system where the user sees our root in Files; nil if it is not shown there.
  var place: @Sendable () async -> URL? = {
    // An error is the system's no.
    try? await NSFileProviderManager(for: FilesDomain.domain)?.getUserVisibleURL(for: .rootContainer)
  }

  /// Asks the system which documents it could not hand over. Without an answer there is nothing to say.
  var asksForPending: @Sendable () async -> [PendingDocument] = {
    (try? await PendingDocument.all(of: FilesDomain.domain)) ?? []
  }

  /// Signals that documents were added, removed or changed: once, by the process that did it.
  var signal: @Sendable () async -> Void = {
    // One that is lost costs a wait until the next one: the system asks for changes only when it is signalled.
    try? await NSFileProviderManager(for: FilesDomain.domain)?.signalEnumerator(for: .workingSet)
  }

  /// Registers the place, unless it is there under this name. If that fails, Files does not show Intray until the next
  /// activation: the system may hold a place of an earlier installation, which it does not list.
  ///
  /// - Parameter isReachable: whether the container can be opened: then the waits end that began because it could not.
  func register(isReachable: Bool) async {
    do {
      // Without an answer we add it, which does nothing to a place that exists but give it this name.
      if await (try? asksForName()) != FilesDomain.displayName {
        try await add()
      } else if isReachable {
        await clearErrors()
      }
    } catch {
      let error = error as NSError
      Log.app.error("Intray is not registered in Files:", "\(error.domain) \(error.code)")
    }
  }

  /// What the user sees of Intray in Files.
  enum Visibility { case shown, turnedOff, missing }

  /// What the user sees of Intray in Files. Without an answer of the system there is nothing to mend.
  func visibility() async -> Visibility {
    do {
      guard let isEnabled = try await asksWhetherEnabled() else { return .missing }
      return isEnabled ? .shown : .turnedOff
    } catch {
      return .shown
    }
  }

  /// Removes the place and adds it again. If the app is killed between, the next activation adds it; if adding fails, the
  /// next try does both again.
  ///
  /// After reinstallations the system may hold a place that it does not list, and refuse to add it. What is said to cure that
  /// is to remove it all the same: <https://github.com/VitalysRDT/rclone-gui-ios/pull/77>.
  func addAnew() async throws {
    let isListed = try await asksWhetherEnabled() != nil
    do {
      try await remove()
    } catch  where !isListed {
      // There is none.
    }
    try await add()
  }

  /// Whether the user sees an item of ours at a URL.
  func isOwnItem(_ url: URL) async -> Bool {
    // An error is the system's no.
    await (try? identify(url)) == FilesDomain.domain.identifier
  }

  /// Ends the wait that the system began because the extension could not open its store or the container: before the first
  /// unlock, for instance. The process that failed may be dead, and the system starts no other while it waits. After every other
  /// error of the extension the system asks again by itself.
  private func clearErrors() async {
    // Nothing to end is no error worth telling.
    try? await NSFileProviderManager(for: FilesDomain.domain)?
      .signalErrorResolved(NSFileProviderError(.serverUnreachable))
  }
}
