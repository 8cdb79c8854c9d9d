import FileProvider
import Foundation
import Intake
import Shared
import UIKit

/// Whether Files shows what was saved.
enum FilesVisibility: Sendable {
  /// It does.
  case shown
  /// The user has turned Intray off in Files.
  case turnedOff
  /// Intray is not in Files yet, or the system does not answer.
  case notYet
}

/// Notifies Intray's other processes, and Files, of a new document.
enum FilesSignal {
  /// Posts a change to the app, and asks Files to look again; waits at most ``patience`` for an answer.
  ///
  /// It does not matter whether a process receives it: the parcel is published, and every look at it drains first.
  /// - Returns: whether Files shows what was saved. Where it does not, that is no error: the parcel waits for the app.
  static func send() async -> FilesVisibility {
    ChangeNotifier().post(.inbox)
    let visibility = OneShot<FilesVisibility>()
    let isSignalled = OneShot<Void>()
    ask(visibility, isSignalled)
    let watch = Task {
      // Sleeping ends early when the answers have come.
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      visibility.giveUp(.silent(FilesDomain.displayName))
      isSignalled.giveUp(.silent(FilesDomain.displayName))
    }
    defer { watch.cancel() }
    guard case .success(let answer) = await visibility.result else { return .notYet }
    if answer == .shown { _ = await isSignalled.result }
    return answer
  }

  /// Asks the system for our place, and signals it; each answer goes where it is waited for.
  ///
  /// In a task of its own: it ends only when the system answers, and the caller does not wait for it that long.
  private static func ask(_ visibility: OneShot<FilesVisibility>, _ isSignalled: OneShot<Void>) {
    Task {
      // When the system does not know, it is as if there were none.
      let isEnabled = (try? await FilesDomain.isEnabled()) ?? nil
      let manager = isEnabled == true ? NSFileProviderManager(for: FilesDomain.domain) : nil
      let answer: FilesVisibility = manager != nil ? .shown : isEnabled == false ? .turnedOff : .notYet
      visibility.receive { () throws(ShareError) in answer }
      // An error is no different from no answer.
      try? await manager?.signalEnumerator(for: .workingSet)
      isSignalled.receive { () throws(ShareError) in }
    }
  }

  /// The sheet is ready, and the user waits for it to close: longer than this is a nuisance.
  private static let patience = Duration.seconds(2)
}
