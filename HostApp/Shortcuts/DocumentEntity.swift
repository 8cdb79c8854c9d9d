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

  init(_ document: DocumentEntry) {
    (id, path) = ((document.identity.item ?? .none).text, document.path)
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
    return try await ShortcutProblem.library().entries(query, .documents).identified
      .map(DocumentEntity.init)
  }

  func suggestedEntities() async throws -> [DocumentEntity] {
    try await ShortcutProblem.value(of: ShortcutProblem.library().latest(Self.limit)).identified
      .map(DocumentEntity.init)
  }
}
