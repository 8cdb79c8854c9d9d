import AppIntents
import Foundation
import Shared

/// Why a shortcut did not work, in a sentence that Shortcuts shows as it is.
struct ShortcutProblem: Error, CustomLocalizedStringResourceConvertible {
  let sentence: String

  var localizedStringResource: LocalizedStringResource { LocalizedStringResource(stringLiteral: sentence) }

  /// The disk, or why there is none.
  static func library() throws -> DocumentLibrary {
    guard let library = DocumentLibrary.current else { throw ShortcutProblem(sentence: Messages.noContainer) }
    return library
  }

  /// Reports an error of Intray as a whole.
  static func check(_ results: DocumentLibrary.Results) throws {
    if results.error?.code == .cancelled { throw CancellationError() }
    if let sentence = results.error.flatMap(Messages.problem) { throw ShortcutProblem(sentence: sentence) }
  }
}

extension DocumentLibrary {
  /// Takes in files of another app, and every waiting item, for a shortcut: it may run while the app is not on screen.
  ///
  /// - Throws: a ``ShortcutProblem`` when nothing was saved of the files, or when it was cancelled.
  func performShortcut(depositing files: [Incoming] = []) async throws -> Results {
    let task = Task {
      do throws(IncomingError) {
        if !files.isEmpty { try await deposit(files) }
      } catch {
        throw Messages.notSaved(error).map(ShortcutProblem.init) ?? CancellationError() as any Error
      }
      return await perform { progress, report throws(DiskError) in
        try drain(progress, report)
      } _: { _ in
      }
    }
    let activity = BackgroundActivity("Shortcut") { task.cancel() }
    defer { activity.end() }
    let results = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    if results.outcomes.contains(where: \.isImport) {
      notifier.post(.app)
      await FilesRegistration().signal()
    }
    return results
  }
}
