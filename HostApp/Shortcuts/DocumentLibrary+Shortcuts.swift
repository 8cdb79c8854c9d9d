import AppIntents
import Foundation
import Shared

/// What shortcuts ask for.
extension DocumentLibrary {
  /// Finds documents and folders by their identifiers. Every lookup of a shortcut goes through this method.
  func find(_ items: Set<ItemID>) async -> Result<[ItemID: DocumentEntry], DiskError> {
    do throws(DiskError) {
      try await index.update()
      return .success(await index.entries(of: items))
    } catch {
      return .failure(error)
    }
  }
}

/// The same with sentences for errors, which Shortcuts shows.
extension DocumentLibrary {
  /// Documents and folders by their identifiers; what is gone is left out.
  func documents(of items: Set<ItemID>) async throws -> [ItemID: DocumentEntry] {
    try await ShortcutProblem.value(of: find(items))
  }

  /// The documents of a shortcut, where they are by now.
  ///
  /// - Throws: a ``ShortcutProblem`` that names the first that is gone.
  func documents(of entities: [DocumentEntity]) async throws -> [DocumentEntry] {
    let found = try await documents(of: Set(entities.compactMap { ItemID($0.id) }))
    return try entities.map { entity in
      guard let document = ItemID(entity.id).flatMap({ found[$0] }) else {
        throw ShortcutProblem(sentence: Messages.gone(entity.name))
      }
      return document
    }
  }

  /// Where a folder of a shortcut is by now.
  ///
  /// - Throws: a ``ShortcutProblem`` when it is gone.
  func path(of folder: FolderEntity) async throws -> DocumentPath {
    if folder.id == FolderEntity.root.id { return DocumentPath() }
    let item = ItemID(folder.id) ?? .none
    guard let found = try await documents(of: [item])[item], found.isFolder else {
      throw ShortcutProblem(sentence: Messages.goneFolder(folder.name))
    }
    return found.path
  }

  /// The documents or folders of a query. A shortcut can keep only those that carry an identifier.
  func entries(_ query: DocumentQuery, _ members: DocumentQuery.Members) async throws -> [DocumentEntry] {
    var query = query
    query.members = members
    return try await ShortcutProblem.value(of: list(query).map(\.entries))
  }
}

extension [DocumentEntry] {
  /// Those that carry an identifier.
  var identified: [DocumentEntry] { filter { $0.identity.item != nil } }
}

extension IntentDialog {
  /// A sentence, and another one about the documents that carry no identifier.
  init(_ sentence: String, leavingOut count: Int) {
    self.init(stringLiteral: count == 0 ? sentence : sentence + " " + Messages.leftOutOfShortcut(count))
  }
}

extension Messages {
  /// A shortcut is about a document that is gone.
  static func gone(_ name: String) -> String {
    String(localized: "“\(name)” is not in Intray any more.")
  }

  /// A shortcut is about a folder that is gone.
  static func goneFolder(_ name: String) -> String {
    String(
      localized: "The folder “\(name)” is not in Intray any more. Choose another folder in the shortcut.")
  }

  /// The provider gives an identifier to each document that has none, when Files asks for it.
  static func leftOutOfShortcut(_ count: Int) -> String {
    String(localized: "\(count) documents left out. Open Intray in the Files app once, then try again.")
  }
}
