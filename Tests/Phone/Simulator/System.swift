import Daemon
import FileProvider
import Foundation
import IntrayCore
import Synchronization
import notify

/// The system behind every file provider manager of a bundle's process: its state comes with the scene, and signals
/// go to the parent process.
final class System: FileProviderSystem {
  private let known: Mutex<[Scene.Domain]>
  private let orphans: Mutex<[String]>
  private let handover: String
  private let files: String
  private let pending: [ItemSnapshot]

  init(_ scene: Scene, _ device: Device) {
    known = Mutex(scene.domains)
    orphans = Mutex(scene.orphans)
    handover = device.handover
    files = device.files
    pending = scene.pending
  }

  func install() {
    StandIn.fileProviderSystem = self
    StandInNotifications.onPost { SystemEvent.notify($0).send() }
  }

  /// Takes in the notifications of other processes, a line each, as long as this one lives.
  ///
  /// Standard input has one reader: not for a process that takes calls from there.
  static func hearNotifications() {
    Thread.detachNewThread {
      while let name = readLine() { StandInNotifications.deliver(name) }
    }
  }

  func knows(_ domain: NSFileProviderDomainIdentifier) -> Bool {
    find(domain) != nil
  }

  private func find(_ domain: NSFileProviderDomainIdentifier) -> Scene.Domain? {
    known.withLock { $0.first { $0.identifier == domain.rawValue } }
  }

  /// Nothing is done for a place that the user has switched off.
  ///
  /// `domainDisabled`: <https://developer.apple.com/documentation/fileprovider/nsfileprovidererror-swift.struct/code/domaindisabled>
  private func requireOn(_ domain: NSFileProviderDomainIdentifier) throws {
    guard find(domain)?.isOn ?? false else { throw NSError(domain: NSFileProviderErrorDomain, code: -2011) }
  }

  func domains() throws -> [NSFileProviderDomain] {
    known.withLock { $0.map(KnownDomain.init) }
  }

  func add(_ domain: NSFileProviderDomain) throws {
    let added = Scene.Domain(identifier: domain.identifier.rawValue, name: domain.displayName)
    // "If the replica location already exists", says the header. No source tells the error of an orphan.
    if orphans.withLock({ $0.contains(added.identifier) }) { throw CocoaError(.fileWriteFileExists) }
    known.withLock { known in
      if let index = known.firstIndex(where: { $0.identifier == added.identifier }) {
        // "If a domain with the same identifier already exists, `addDomain` will update the display name", says the header.
        known[index].name = added.name
      } else {
        known.append(added)
      }
    }
    SystemEvent.addDomain(identifier: added.identifier, name: added.name).send()
  }

  func remove(_ domain: NSFileProviderDomain) throws {
    let identifier = domain.identifier.rawValue
    guard knows(domain.identifier) || orphans.withLock({ $0.contains(identifier) }) else {
      throw NSFileProviderError(.providerNotFound)
    }
    known.withLock { $0.removeAll { $0.identifier == identifier } }
    orphans.withLock { $0.removeAll { $0 == identifier } }
    SystemEvent.removeDomain(identifier: domain.identifier.rawValue).send()
  }

  func reimportItems(
    below item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws {
    try requireOn(domain)
    SystemEvent.reimport.send()
  }

  func signalEnumerator(
    for container: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws {
    try requireOn(domain)
    SystemEvent.signal(domain: domain.rawValue, container: container.rawValue).send()
  }

  func signalErrorResolved(_ error: NSFileProviderError.Code, in domain: NSFileProviderDomainIdentifier)
    throws
  {
    try requireOn(domain)
    SystemEvent.resolved(error.rawValue).send()
  }

  func pendingItems(
    in domain: NSFileProviderDomainIdentifier
  ) throws -> [any NSFileProviderItemProtocol] {
    try requireOn(domain)
    return pending.map(PendingItem.init)
  }

  func userVisibleURL(
    for item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws -> URL {
    try requireOn(domain)
    guard item == .rootContainer else { throw NSFileProviderError(.noSuchItem) }
    return URL(filePath: files, directoryHint: .isDirectory)
  }

  func identifierForUserVisibleFile(
    at url: URL
  ) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    throw NSFileProviderError(.noSuchItem)
  }

  func temporaryDirectoryURL(for domain: NSFileProviderDomainIdentifier) throws -> URL {
    URL(fileURLWithPath: handover)
  }
}

/// An item of the pending set.
private final class PendingItem: NSObject, NSFileProviderItemProtocol {
  let itemIdentifier: NSFileProviderItemIdentifier
  let parentItemIdentifier: NSFileProviderItemIdentifier
  let filename: String
  let uploadingError: (any Error)? = NSFileProviderError(.cannotSynchronize)

  init(_ facts: ItemSnapshot) {
    itemIdentifier = NSFileProviderItemIdentifier(facts.identifier)
    parentItemIdentifier = NSFileProviderItemIdentifier(facts.parent)
    filename = facts.name
  }
}

/// A place as the system tells of it.
private final class KnownDomain: NSFileProviderDomain {
  private let isOn: Bool

  init(_ known: Scene.Domain) {
    isOn = known.isOn
    super.init(identifier: NSFileProviderDomainIdentifier(known.identifier), displayName: known.name)
  }

  override var userEnabled: Bool { isOn }
}
