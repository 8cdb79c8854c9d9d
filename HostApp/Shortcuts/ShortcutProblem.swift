import AppIntents
import Foundation
import Intake
import Shared

/// Why a shortcut did not work, in a sentence that Shortcuts shows as it is.
struct ShortcutProblem: Error, CustomLocalizedStringResourceConvertible {
  let sentence: String

  var localizedStringResource: LocalizedStringResource { LocalizedStringResource("\(sentence)") }

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

  /// The value of a call; reports an error as one of Intray as a whole.
  static func value<Value>(of result: Result<Value, DiskError>) throws -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      try check(DocumentLibrary.Results(error: error))
      throw error
    }
  }
}

extension DocumentLibrary {
  /// Does something for a shortcut, which may run while the app is not on screen. The task is cancelled when the system's
  /// time is up.
  static func inBackground<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    let activity = BackgroundActivity("Shortcut") { task.cancel() }
    defer { activity.end() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Tells the other processes and Files that documents were changed.
  func reportChange() async {
    notifier.post(.app)
    await FilesRegistration().signal()
  }

  /// Saves files of another app in a folder, and takes in every waiting item.
  ///
  /// - Parameters:
  ///   - folder: where the files are saved.
  ///   - newFolder: a folder that is made there for them, unless it exists.
  /// - Throws: a ``ShortcutProblem`` when nothing was saved of the files, or when Intray's folder cannot be used; an error
  ///   when it was cancelled.
  @discardableResult
  func addWaiting(
    depositing files: [PickedFile] = [], into folder: DocumentPath = DocumentPath(),
    creating newFolder: DocumentName? = nil
  ) async throws -> Results {
    let results = try await Self.inBackground {
      do throws(ShareError) {
        if !files.isEmpty { try await deposit(files, into: folder, creating: newFolder) }
      } catch {
        let sentences = Messages.notSaved([error])
        if sentences.isEmpty { throw CancellationError() }
        throw ShortcutProblem(sentence: sentences.joined(separator: "\n"))
      }
      return await perform { progress, report throws(DiskError) in
        try drain(progress, report)
      } _: { _ in
      }
    }
    if results.outcomes.contains(where: \.isImport) { await reportChange() }
    try ShortcutProblem.check(results)
    return results
  }

  /// Publishes files of another app as one parcel: all of them, or none.
  @MainActor
  private func deposit(
    _ files: [PickedFile], into folder: DocumentPath, creating newFolder: DocumentName?
  ) async throws(ShareError) {
    let share = Share(files: files, container: container)
    let loaded = try await share.load()
    guard loaded.failures.isEmpty else {
      await share.discard(loaded)
      throw .of(loaded.failures)
    }
    try await share.publish(loaded, into: folder, creating: newFolder)
  }
}
