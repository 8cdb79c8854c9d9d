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

/// A folder in a shortcut. The shortcut keeps the identifier that the folder itself carries, so it follows a folder that
/// is renamed or moved.
struct FolderEntity: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Folder")
  static let defaultQuery = FolderEntityQuery()
  /// Documents itself.
  static var root: FolderEntity { FolderEntity(id: ItemID.root.text, path: DocumentPath()) }

  /// The text of the ``ItemID``.
  let id: String
  /// Where the folder was when the shortcut found it.
  let path: DocumentPath

  private init(id: String, path: DocumentPath) {
    (self.id, self.path) = (id, path)
  }

  init(_ folder: DocumentEntry) {
    self.init(id: (folder.identity.item ?? .none).text, path: folder.path)
  }

  var name: String { path.names.last?.description ?? String(localized: "Documents") }

  var displayRepresentation: DisplayRepresentation {
    let parent = path.parent.description
    // As values, not as keys: a name must not be translated.
    return DisplayRepresentation(
      title: LocalizedStringResource("\(name)"),
      subtitle: parent.isEmpty ? nil : LocalizedStringResource("\(parent)"),
      image: .init(systemName: "folder"))
  }
}

/// Finds folders for Shortcuts and Siri.
struct FolderEntityQuery: EntityStringQuery {
  /// How many the user may choose from: some screens full.
  private static let limit = 100

  func entities(for identifiers: [String]) async throws -> [FolderEntity] {
    let items = identifiers.compactMap { ItemID($0) }
    let found = try await ShortcutProblem.library().documents(of: Set(items).subtracting([.root]))
    return items.compactMap { item in
      item == .root ? .root : found[item].map(FolderEntity.init)
    }
  }

  func entities(matching string: String) async throws -> [FolderEntity] {
    let root = FolderEntity.root.name.localizedStandardContains(string) ? [FolderEntity.root] : []
    return try await root + folders(DocumentQuery(text: string, limit: Self.limit))
  }

  func suggestedEntities() async throws -> [FolderEntity] {
    try await [.root] + folders(DocumentQuery(limit: Self.limit))
  }

  private func folders(_ query: DocumentQuery) async throws -> [FolderEntity] {
    try await ShortcutProblem.library().entries(query, .folders).identified
      .map(FolderEntity.init)
  }
}
