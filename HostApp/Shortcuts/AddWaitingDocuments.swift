import AppIntents
import Shared

/// An action of Shortcuts: adds every waiting item to the documents, without opening the app.
struct AddWaitingDocuments: AppIntent {
  static let title: LocalizedStringResource = "Add Waiting Documents"
  static let description = IntentDescription(
    "Adds items that wait: those that were shared, opened in Intray, or copied by a computer.")

  func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
    let results = try await ShortcutProblem.library().addWaiting()
    let count = results.outcomes.count(where: \.isImport)
    return .result(value: count, dialog: "\(count) documents added.")
  }
}
