import AppIntents
import Foundation
import Shared

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
