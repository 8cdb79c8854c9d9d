import FileProvider
import Foundation
import IntrayCore
import IntrayIntake
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
  /// Asks the system whether Files shows Intray; waits at most ``patience`` for an answer.
  static func look() async -> FilesVisibility {
    let visibility = OneShot<FilesVisibility>()
    // In a task of its own: it ends only when the system answers, and the caller does not wait for it that long.
    Task {
      // When the system does not know, it is as if there were none.
      let isEnabled = (try? await FilesDomain.isEnabled()) ?? nil
      let hasManager = isEnabled == true && NSFileProviderManager(for: FilesDomain.domain) != nil
      let answer: FilesVisibility = hasManager ? .shown : isEnabled == false ? .turnedOff : .notYet
      visibility.receive { () throws(ShareError) in answer }
    }
    let watch = Task {
      // Sleeping ends early when the answer has come.
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      visibility.giveUp(.silent(FilesDomain.displayName))
    }
    defer { watch.cancel() }
    guard case .success(let answer) = await visibility.result else { return .notYet }
    return answer
  }

  /// Posts a change to the app, and asks Files to look again. The caller waits for neither.
  ///
  /// It does not matter whether a process receives it: the parcel is published, and every look at it drains first.
  static func send() {
    ChangeNotifier().post(.inbox)
    // At once: the process may end before a task begins. An error is no different from no answer.
    NSFileProviderManager(for: FilesDomain.domain)?.signalEnumerator(for: .workingSet) { _ in }
  }

  /// The user waits for the sheet to close: longer than this is a nuisance.
  private static let patience = Duration.seconds(2)
}
