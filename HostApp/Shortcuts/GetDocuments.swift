import AppIntents
import Foundation
import Shared

/// An action of Shortcuts: hands the documents that came or changed last to the next action, the latest first.
struct GetLatestDocuments: AppIntent {
  static let title: LocalizedStringResource = "Get Latest Documents"
  /// What it answers or changes is for the eyes of the owner, so a locked device asks to be unlocked.
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  static let description = IntentDescription(
    "Gets the documents that were added or changed last, newest first. Items that wait are added first."
  )

  @Parameter(title: "Number", default: 1, inclusiveRange: (1, 100))
  var count: Int

  static var parameterSummary: some ParameterSummary {
    Summary("Get the latest \(\.$count) documents")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[IntentFile]> {
    let library = try ShortcutProblem.library()
    try await library.addWaiting()
    let latest = try await library.latest(count).mapError(ShortcutProblem.error).get()
    return .result(value: latest.map { IntentFile(fileURL: library.url(of: $0)) })
  }
}

/// An action of Shortcuts: hands the files of documents to the next action, for instance to one of another app.
struct GetDocumentFiles: AppIntent {
  static let title: LocalizedStringResource = "Get Files of Documents"
  /// What it answers or changes is for the eyes of the owner, so a locked device asks to be unlocked.
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
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

/// An action of Shortcuts: shows a document in the app, or goes into a folder.
struct OpenDocument: OpenIntent {
  static let title: LocalizedStringResource = "Open Document"
  /// What it shows is for the eyes of the owner, so a locked device asks to be unlocked.
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  static let description = IntentDescription("Opens a document in Intray.")

  @Parameter(title: "Document")
  var target: DocumentEntity

  static var parameterSummary: some ParameterSummary {
    Summary("Open \(\.$target)")
  }

  func perform() async throws -> some IntentResult {
    let found = try await ShortcutProblem.library().documents(of: [target])
    await MainActor.run { WindowRequest.shared.wanted = .open(found[0]) }
    return .result()
  }
}
