import AppIntents
import Shared

/// An action of Shortcuts: moves documents to a folder. A name that is taken there becomes the next free one.
struct MoveDocuments: AppIntent {
  static let title: LocalizedStringResource = "Move Documents"
  static let description = IntentDescription(
    "Moves documents to a folder of Intray. Nothing that is there is ever replaced.")

  @Parameter(title: "Documents", inputConnectionBehavior: .connectToPreviousIntentResult)
  var documents: [DocumentEntity]

  @Parameter(title: "Folder")
  var folder: FolderEntity

  static var parameterSummary: some ParameterSummary {
    Summary("Move \(\.$documents) to \(\.$folder)")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[DocumentEntity]> & ProvidesDialog {
    let library = try ShortcutProblem.library()
    let parent = try await library.path(of: folder)
    let known = try await library.documents(of: documents)
    let results = try await DocumentLibrary.inBackground {
      await library.run { $0.move(known.map(\.seen), to: parent, isCancelled: { Task.isCancelled }) }
    }
    var (moved, failures): ([DocumentEntity], [NavigationModel.Failure]) = ([], [])
    for (document, result) in zip(known, results) {
      switch result {
      case .success(let path):
        var document = document
        document.path = path
        moved.append(DocumentEntity(document))
      case .failure(let error):
        failures.append(.init(path: document.path, folder: parent, error: error))
      }
    }
    if !moved.isEmpty { await library.reportChange() }
    let problem = Messages.failures(failures, of: known.count)
    if moved.isEmpty, let problem { throw ShortcutProblem(sentence: problem) }
    let sentence = String(localized: "\(moved.count) documents moved to “\(folder.name)”.")
    return .result(value: moved, dialog: IntentDialog(stringLiteral: problem ?? sentence))
  }
}
