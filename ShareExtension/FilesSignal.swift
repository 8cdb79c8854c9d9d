import FileProvider
import Foundation
import Shared
import UIKit

/// Tells the rest of Intray, and Files, that something has come.
enum FilesSignal {
  /// Rings the app, and asks Files to look again.
  ///
  /// Whether anybody hears it changes nothing: the parcel is published, and every look at it drains first.
  /// - Returns: whether Files shows what was saved. No place in Files yet, or one that the person has
  ///   switched off, is no error: the parcel waits for the app.
  @MainActor
  static func send() async -> Bool {
    Doorbell.ring()
    // When the system does not know, it is as if there were none.
    let domains = (try? await NSFileProviderManager.domains()) ?? []
    guard
      let domain = domains.first(where: { $0.identifier.rawValue == FilesDomain.identifier }),
      domain.userEnabled, let manager = NSFileProviderManager(for: domain)
    else { return false }
    let answer = Reception<Void>()
    manager.signalEnumerator(for: .workingSet) { _ in
      // An error is no different from no answer.
      answer.receive { () throws(ShareError) in }
    }
    let watch = Task {
      // Sleeping ends early when the answer has come.
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      answer.giveUp(.silent(FilesDomain.displayName))
    }
    _ = await answer.result
    watch.cancel()
    return true
  }

  /// A person looks at a sheet that is ready and does not go: longer than this is a nuisance.
  private static let patience = Duration.seconds(2)
}
