import AppIntents
import Foundation
import Shared

/// What shortcuts and Spotlight do with documents and folders. Each method makes one call into `Shared`, off the main thread.
extension DocumentLibrary {
  /// Finds documents and folders by their identifiers. Every lookup of a shortcut or of Spotlight goes through this method.
  @concurrent
  func find(_ items: Set<ItemID>) async -> Result<[ItemID: IdentifiedDocument], DiskError> {
    Self.result { () throws(DiskError) in try documents.find(items, isCancelled: { Task.isCancelled }) }
  }

  @concurrent
  private func find(
    _ query: DocumentQuery, where includes: @escaping @Sendable (DocumentEntry) -> Bool
  ) async -> Result<[IdentifiedDocument?], DiskError> {
    Self.result { () throws(DiskError) in
      let found = try documents.find(query, isCancelled: { Task.isCancelled }, including: includes)
      return documents.identified(found.entries)
    }
  }

  @concurrent
  private func findLatest(_ count: Int) async -> Result<[IdentifiedDocument?], DiskError> {
    Self.result { () throws(DiskError) in
      documents.identified(try documents.latest(count, isCancelled: { Task.isCancelled }))
    }
  }

  /// Moves documents to a folder; a name that is taken there becomes the next free one.
  @concurrent
  func move(_ known: [IdentifiedDocument], to folder: DocumentPath) async -> Each {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return documents.move(known, to: folder, isCancelled: { Task.isCancelled })
  }
}

/// The same with sentences for errors, which Shortcuts shows.
extension DocumentLibrary {
  /// Documents and folders by their identifiers; what is gone is left out.
  func documents(of items: Set<ItemID>) async throws -> [ItemID: IdentifiedDocument] {
    try await ShortcutProblem.value(of: find(items))
  }

  /// The documents of a shortcut, where they are by now.
  ///
  /// - Throws: a ``ShortcutProblem`` that names the first that is gone.
  func documents(of entities: [DocumentEntity]) async throws -> [IdentifiedDocument] {
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
    guard let found = try await documents(of: [item])[item], found.entry.status.kind == .folder else {
      throw ShortcutProblem(sentence: Messages.goneFolder(folder.name))
    }
    return found.entry.path
  }

  /// The first of what a query asks for; nil for each that carries no identifier.
  func identified(
    _ query: DocumentQuery, where includes: @escaping @Sendable (DocumentEntry) -> Bool
  ) async throws -> [IdentifiedDocument?] {
    try await ShortcutProblem.value(of: find(query, where: includes))
  }

  /// The documents to which something happened last, the latest first, less those that carry no identifier.
  func identifiedLatest(_ count: Int) async throws -> [IdentifiedDocument] {
    try await ShortcutProblem.value(of: findLatest(count)).compactMap { $0 }
  }
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
