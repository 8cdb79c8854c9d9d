import AppIntents
import Shared

/// An action of Shortcuts: hands the documents of a folder to the next action.
struct ListDocuments: AppIntent {
  static let title: LocalizedStringResource = "List Documents"
  static let description = IntentDescription(
    "Lists the documents of a folder, without those of the folders in it. Items that wait are added first.")

  @Parameter(title: "Folder")
  var folder: FolderEntity?

  @Parameter(title: "Sort By", default: .name)
  var order: DocumentOrder

  static var parameterSummary: some ParameterSummary {
    Summary("List documents in \(\.$folder)") { \.$order }
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[DocumentEntity]> & ProvidesDialog {
    let library = try ShortcutProblem.library()
    try await library.addWaiting()
    let folder = folder ?? .root
    // All of them: 2 to the 31st is more than any folder has.
    let query = DocumentQuery(
      folder: try await library.path(of: folder), order: order.order, limit: Int(Int32.max))
    let found = try await library.entries(query, .documents)
    let documents = found.identified.map(DocumentEntity.init)
    let sentence = String(localized: "\(documents.count) documents in “\(folder.name)”.")
    return .result(
      value: documents, dialog: .init(sentence, leavingOut: found.count - documents.count))
  }
}
