import AppIntents
import Shared

/// An action of Shortcuts: hands the files of documents to the next action, for instance to one of another app.
struct GetDocumentFiles: AppIntent {
  static let title: LocalizedStringResource = "Get Files of Documents"
  static let description = IntentDescription(
    "Gets documents as files, for an action that takes files.")

  @Parameter(title: "Documents", inputConnectionBehavior: .connectToPreviousIntentResult)
  var documents: [DocumentEntity]

  static var parameterSummary: some ParameterSummary {
    Summary("Get the files of \(\.$documents)")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[IntentFile]> {
    let library = try ShortcutProblem.library()
    let files = try await library.documents(of: documents).map { document in
      IntentFile(fileURL: library.url(of: document), type: document.type)
    }
    return .result(value: files)
  }
}
