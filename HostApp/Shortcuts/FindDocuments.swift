import AppIntents
import Shared

/// An action of Shortcuts: hands the documents that have a text in their names to the next action.
struct FindDocuments: AppIntent {
  static let title: LocalizedStringResource = "Find Documents"
  static let description = IntentDescription(
    "Finds documents by their names, in a folder and the folders in it. Items that wait are added first.")

  @Parameter(title: "Name")
  var text: String

  @Parameter(title: "Folder")
  var folder: FolderEntity?

  @Parameter(title: "Sort By", default: .name)
  var order: DocumentOrder

  @Parameter(title: "Number", default: 25, inclusiveRange: (1, 1000))
  var count: Int

  static var parameterSummary: some ParameterSummary {
    Summary("Find documents named \(\.$text) in \(\.$folder)") {
      \.$order
      \.$count
    }
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[DocumentEntity]> & ProvidesDialog {
    let library = try ShortcutProblem.library()
    guard !text.allSatisfy(\.isWhitespace) else { throw ShortcutProblem(sentence: Messages.problem(.empty)) }
    try await library.addWaiting()
    let query = DocumentQuery(
      folder: try await library.path(of: folder ?? .root), order: order.order, text: text, limit: count)
    let found = try await library.entries(query, .documents)
    let documents = found.identified.map(DocumentEntity.init)
    let sentence = String(localized: "\(documents.count) documents found.")
    return .result(
      value: documents, dialog: .init(sentence, leavingOut: found.count - documents.count))
  }
}
