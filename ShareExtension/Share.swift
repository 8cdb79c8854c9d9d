import FileProvider
import Foundation
import Shared
import UIKit

/// One share: all its attachments into one parcel, which appears whole or not at all.
@MainActor
struct Share {
  let container: Container?
  let attachments: [Attachment]

  init(_ items: [Any], container: Container?) {
    self.container = container
    attachments = items.compactMap { $0 as? NSExtensionItem }.flatMap { item in
      (item.attachments ?? []).map { Attachment($0, of: item) }
    }
  }

  /// What a share comes to when its attachments are loaded.
  struct Loaded {
    /// The parcel, not yet published.
    fileprivate let deposit: Deposit
    /// How many attachments are in it.
    let saved: Int
    /// Why the others are not, one error each.
    let failures: [ShareError]
  }

  /// Loads everything into a parcel that nobody sees yet.
  ///
  /// Dies in it: nothing was saved, and nothing is left to be seen.
  /// - Parameter progress: told how many of how many attachments are loaded.
  /// - Returns: what could be loaded; at least one attachment.
  /// - Throws: when nothing could be; nothing is left then.
  func load(_ progress: (Int, Int) -> Void) async throws(ShareError) -> Loaded {
    guard let container else { throw .noContainer }
    guard !attachments.isEmpty else { throw .nothingToSave(String(localized: "This")) }
    let deposit = try step { () throws(DiskError) in try Inbox(container).deposit() }
    var failures: [ShareError] = []
    for (count, attachment) in attachments.enumerated() {
      progress(count, attachments.count)
      do throws(ShareError) {
        try await attachment.load(into: deposit)
      } catch {
        failures.append(error)
      }
    }
    progress(attachments.count, attachments.count)
    if failures.count == attachments.count, let first = failures.first {
      discard(deposit)
      throw failures.count == 1 ? first : .several(failures)
    }
    return Loaded(deposit: deposit, saved: attachments.count - failures.count, failures: failures)
  }

  /// Publishes the parcel: it appears whole, by one rename. Then tells Files.
  ///
  /// Dies after the rename: everything was saved.
  func publish(_ loaded: Loaded) async throws(ShareError) {
    // Syncing may take a moment: not on the main thread.
    let deposit = loaded.deposit
    let published = await Task.detached { () -> Result<Void, DiskError> in
      Result { () throws(DiskError) in _ = try deposit.publish() }
    }.value
    do throws(ShareError) {
      try step { () throws(DiskError) in try published.get() }
    } catch {
      discard(deposit)
      throw error
    }
    await FilesSignal.send()
  }

  /// Gives up what was loaded. Nothing is left.
  func discard(_ loaded: Loaded) {
    discard(loaded.deposit)
  }

  private func discard(_ deposit: Deposit) {
    // What cannot be removed now is invisible, and the sweep removes it.
    try? deposit.discard()
  }

  private func step<Value>(_ body: () throws(DiskError) -> Value) throws(ShareError) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      throw .disk(attachments.first?.displayName ?? "", error)
    }
  }
}

/// Tells the system that Intray's place in Files has something new.
enum FilesSignal {
  /// No domain, or one that the person has not turned on, is no error: the parcel waits in the inbox.
  static func send() async {
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(FilesDomain.identifier),
      displayName: FilesDomain.displayName)
    guard let manager = NSFileProviderManager(for: domain) else { return }
    // A signal that is lost costs nothing: every enumeration drains first.
    try? await manager.signalEnumerator(for: .workingSet)
  }
}
