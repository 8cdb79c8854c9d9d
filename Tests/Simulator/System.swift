import FileProvider
import Foundation
import notify

/// The system behind every file provider manager of a bundle's process: what it knows came with the scene, and
/// what it is told goes to the parent.
struct System: FileProviderSystem {
  private let known: [Scene.Domain]
  private let handover: String
  private let files: String

  init(_ scene: Scene, _ device: Device) {
    known = scene.domains
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
    // The provider's own process was started for its domain.
    known.isEmpty || known.contains { $0.identifier == domain.rawValue }
  }

  func domains() throws -> [NSFileProviderDomain] {
    known.map {
      NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier($0.identifier), displayName: $0.name)
    }
  }

  func add(_ domain: NSFileProviderDomain) throws {
    SystemEvent.addDomain(identifier: domain.identifier.rawValue, name: domain.displayName).send()
  }

  func remove(_ domain: NSFileProviderDomain) throws {
    SystemEvent.removeDomain(identifier: domain.identifier.rawValue).send()
  }

  func signalEnumerator(
    for container: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws {
    SystemEvent.signal(domain: domain.rawValue, container: container.rawValue).send()
  }

  func signalErrorResolved(_ error: any Error, in domain: NSFileProviderDomainIdentifier) throws {
    SystemEvent.resolved((error as NSError).code).send()
  }

  func reimportItems(
    below item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws {}

  func userVisibleURL(
    for item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws -> URL {
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
