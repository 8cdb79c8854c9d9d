import FileProvider
import Shared

/// Intray's place in the Files app, as the app sees it: it registers the place and says when something in
/// it changed.
struct FilesRegistration: Sendable {
  private var domain: NSFileProviderDomain {
    NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(FilesDomain.identifier),
      displayName: FilesDomain.displayName)
  }

  /// Registers the place, unless it is there. A failure shows as Intray missing in Files, and is made good
  /// by the next activation.
  func register() async {
    // Without an answer we add it, which does nothing to a place that exists.
    let known = (try? await NSFileProviderManager.domains()) ?? []
    if known.contains(where: { $0.identifier == domain.identifier }) {
      await clearErrors()
    } else {
      // See above.
      try? await NSFileProviderManager.add(domain)
    }
  }

  /// Says that documents came, went or changed.
  func signal() async {
    // A signal that is lost costs nothing: every enumeration looks again.
    try? await NSFileProviderManager(for: domain)?.signalEnumerator(for: .workingSet)
  }

  /// Ends a pause that the system made because the extension could not open its store, before the first
  /// unlock for instance.
  private func clearErrors() async {
    // Nothing to end is no error worth telling.
    try? await NSFileProviderManager(for: domain)?.signalErrorResolved(
      NSFileProviderError(.cannotSynchronize))
  }
}
