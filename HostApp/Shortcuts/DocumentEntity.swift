import AppIntents
import Foundation
import Shared
import UniformTypeIdentifiers

/// A document in a shortcut. The shortcut keeps the identifier that the document itself carries, so it follows a document
/// that is renamed or moved.
struct DocumentEntity: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Document")
  static let defaultQuery = DocumentEntityQuery()

  /// The text of the ``ItemID``.
  let id: String
  /// Where the document was when the shortcut found it.
  let path: DocumentPath

  init(_ document: IdentifiedDocument) {
    (id, path) = (document.item.text, document.entry.path)
  }

  var name: String { path.names.last?.description ?? "" }

  var displayRepresentation: DisplayRepresentation {
    let folder = path.parent.description
    // As values, not as keys: a name must not be translated.
    return DisplayRepresentation(
      title: LocalizedStringResource("\(name)"),
      subtitle: folder.isEmpty ? nil : LocalizedStringResource("\(folder)"), image: .init(systemName: "doc"))
  }
}

/// Finds documents for Shortcuts and Siri.
struct DocumentEntityQuery: EntityStringQuery {
  /// How many the user may choose from: some screens full.
  private static let limit = 50

  func entities(for identifiers: [String]) async throws -> [DocumentEntity] {
    let items = identifiers.compactMap { ItemID($0) }
    let found = try await ShortcutProblem.library().documents(of: Set(items))
    return items.compactMap { found[$0] }.map(DocumentEntity.init)
  }

  func entities(matching string: String) async throws -> [DocumentEntity] {
    let query = DocumentQuery(text: string, limit: Self.limit)
    return try await ShortcutProblem.library().identified(query, where: \.isDocument)
      .compactMap { $0 }.map(DocumentEntity.init)
  }

  func suggestedEntities() async throws -> [DocumentEntity] {
    try await ShortcutProblem.library().identifiedLatest(Self.limit).map(DocumentEntity.init)
  }
}

extension DocumentEntry {
  /// Whether the system shows it as a document: a file or a package.
  var isDocument: Bool {
    status.kind == .file || status.kind == .folder && type.conforms(to: .package)
  }

  /// Whether the system shows it as a folder.
  var isFolder: Bool { status.kind == .folder && !isDocument }
}
