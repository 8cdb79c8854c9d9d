import AppIntents
import Foundation
import Shared

/// An action of Shortcuts: hands the documents that came or changed last to the next action, the latest first.
struct GetLatestDocuments: AppIntent {
  static let title: LocalizedStringResource = "Get Latest Documents"
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
    let latest = try ShortcutProblem.value(of: await library.latest(count))
    return .result(value: latest.map { IntentFile(fileURL: library.url(of: $0)) })
  }
}
