import FileProvider
import Foundation
import Intake
import Shared
import UIKit

/// Tells the rest of Intray, and Files, that something has come.
enum FilesSignal {
  /// Posts a change to the app, and asks Files to look again; waits at most ``patience`` for an answer.
  ///
  /// It does not matter whether a process receives it: the parcel is published, and every look at it drains first.
  /// - Returns: whether Files shows what was saved. If Intray is not in Files yet, or the user has switched it off
  ///   there, that is no error: the parcel waits for the app.
  static func send() async -> Bool {
    ChangeNotifier().post(.inbox)
    let isShown = OneShot<Bool>()
    let isSignalled = OneShot<Void>()
    ask(isShown, isSignalled)
    let watch = Task {
      // Sleeping ends early when the answers have come.
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      isShown.giveUp(.silent(FilesDomain.displayName))
      isSignalled.giveUp(.silent(FilesDomain.displayName))
    }
    defer { watch.cancel() }
    guard case .success(true) = await isShown.result else { return false }
    _ = await isSignalled.result
    return true
  }

  /// Asks the system for our place, and signals it; each answer goes where it is waited for.
  ///
  /// Not the `async` forms: they end only when the system answers, and the caller does not wait for it that long.
  private static func ask(_ isShown: OneShot<Bool>, _ isSignalled: OneShot<Void>) {
    NSFileProviderManager.getDomainsWithCompletionHandler { @Sendable domains, _ in
      // When the system does not know, it is as if there were none.
      let domain = domains.first { $0.identifier.rawValue == FilesDomain.identifier && $0.userEnabled }
      let manager = domain.flatMap { NSFileProviderManager(for: $0) }
      isShown.receive { () throws(ShareError) in manager != nil }
      // An error is no different from no answer.
      manager?.signalEnumerator(for: .workingSet) { @Sendable _ in
        isSignalled.receive { () throws(ShareError) in }
      }
    }
  }

  /// The sheet is ready, and the user waits for it to close: longer than this is a nuisance.
  private static let patience = Duration.seconds(2)
}
