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

  /// Loads everything, publishes the parcel, and tells Files.
  ///
  /// Dies before the parcel is published: nothing was saved, and nothing is left to be seen. Dies after:
  /// everything was.
  /// - Parameter progress: told how many of how many attachments are loaded.
  func save(_ progress: (Int, Int) -> Void) async throws(ShareError) {
    guard let container else { throw .noContainer }
    guard !attachments.isEmpty else { throw .nothingToSave(String(localized: "This")) }
    let deposit = try step { () throws(DiskError) in try Inbox(container).deposit() }
    do throws(ShareError) {
      for (count, attachment) in attachments.enumerated() {
        progress(count, attachments.count)
        try await attachment.load(into: deposit)
      }
      progress(attachments.count, attachments.count)
      // Syncing may take a moment: not on the main thread.
      let published = await Task.detached { () -> Result<Void, DiskError> in
        Result { () throws(DiskError) in _ = try deposit.publish() }
      }.value
      try step { () throws(DiskError) in try published.get() }
    } catch {
      // The error that made us give up is the one to tell; the sweep removes what cannot be removed.
      try? deposit.discard()
      throw error
    }
    await FilesSignal.send()
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
