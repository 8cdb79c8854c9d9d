import FileProvider
import Foundation
import IntrayCore
import Synchronization
import notify

/// The system behind every file provider manager of a bundle's process: its state comes with the scene, and signals
/// go to the parent process.
final class System: FileProviderSystem {
  private let known: Mutex<[Scene.Domain]>
  private let handover: String
  private let files: String

  init(_ scene: Scene, _ device: Device) {
    known = Mutex(scene.domains)
    handover = device.handover
    files = device.files
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
    known.withLock { known in
      if !known.contains(where: { $0.identifier == added.identifier }) { known.append(added) }
    }
    SystemEvent.addDomain(identifier: added.identifier, name: added.name).send()
  }

  func remove(_ domain: NSFileProviderDomain) throws {
    known.withLock { $0.removeAll { $0.identifier == domain.identifier.rawValue } }
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

/// A place as the system tells of it.
private final class KnownDomain: NSFileProviderDomain {
  private let isOn: Bool

  init(_ known: Scene.Domain) {
    isOn = known.isOn
    super.init(identifier: NSFileProviderDomainIdentifier(known.identifier), displayName: known.name)
  }

  override var userEnabled: Bool { isOn }
}
