import AppIntents
import Foundation
import Shared

/// An action of Shortcuts: hands the documents that have a text in their names to the next action.
struct FindDocuments: AppIntent {
  static let title: LocalizedStringResource = "Find Documents"
  /// What it answers or changes is for the eyes of the owner, so a locked device asks to be unlocked.
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
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

/// An action of Shortcuts: hands the documents of a folder to the next action.
struct ListDocuments: AppIntent {
  static let title: LocalizedStringResource = "List Documents"
  /// What it answers or changes is for the eyes of the owner, so a locked device asks to be unlocked.
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
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
    let latest = try ShortcutProblem.value(of: await library.latest(count))
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

/// In which order a shortcut gets documents.
enum DocumentOrder: String, AppEnum {
  case name, added, modified, size, kind

  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Order")
  static let caseDisplayRepresentations: [DocumentOrder: DisplayRepresentation] = [
    .name: DisplayRepresentation(title: "Name"),
    .added: DisplayRepresentation(title: "Date Added"),
    .modified: DisplayRepresentation(title: "Date Modified"),
    .size: DisplayRepresentation(title: "Size"),
    .kind: DisplayRepresentation(title: "Kind"),
  ]

  var order: DocumentQuery.Order {
    switch self {
    case .name: .name
    case .added: .added
    case .modified: .modified
    case .size: .size
    case .kind: .kind
    }
  }
}
