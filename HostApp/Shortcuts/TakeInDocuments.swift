import AppIntents
import Shared

/// An action of Shortcuts: takes in every waiting item, without opening the app.
struct TakeInDocuments: AppIntent {
  static let title: LocalizedStringResource = "Take In Documents"
  static let description = IntentDescription(
    "Adds items that wait: those that were shared, opened in Intray, or copied by a computer.")

  func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
    let library = try ShortcutProblem.library()
    let results = try await library.performShortcut()
    try ShortcutProblem.check(results)
    let count = results.outcomes.count(where: \.isImport)
    return .result(value: count, dialog: "\(count) documents came in.")
  }
}
