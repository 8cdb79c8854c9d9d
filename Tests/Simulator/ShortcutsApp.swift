import AppIntents
import Foundation
import Shared

@testable import HostApp

/// What the user has Shortcuts do with Intray. Folders and documents are paths below Documents; the empty path is Documents
/// itself.
enum ShortcutCommand: Codable, Sendable {
  case save(folder: String?, newFolder: String?)
  case saveText(String, folder: String?)
  case saveLink(String, folder: String?)
  case latest(Int)
  case find([FindFilter], isAny: Bool, order: String?)
  case move(paths: [String], folder: String)
  case files(paths: [String])
  case addWaiting
}

/// A filter of the action *Find Documents*, as typed: a property, `=`, `~`, `<` or `>`, and a value.
struct FindFilter: Codable, Sendable {
  var text: String

  /// What the user can filter and sort by.
  nonisolated(unsafe) static let properties: [String: PartialKeyPath<DocumentEntity>] = [
    // Unsafe because key paths are not Sendable: no code changes these.
    "name": \.$name, "kind": \.$kind, "added": \.$dateAdded, "site": \.$site, "tags": \.$tags,
    "folder": \.$folder,
  ]

  /// The property, how it is compared, and with what; nil when it is no filter.
  var comparison: (PartialKeyPath<DocumentEntity>, String, Any)? {
    guard let index = text.firstIndex(where: { "=~<>".contains($0) }) else { return nil }
    let (name, value) = (String(text[..<index]), String(text[text.index(after: index)...]))
    guard let property = Self.properties[name] else { return nil }
    let comparison = String(text[index])
    guard name == "added" else { return (property, comparison, value) }
    return Double(value).map { (property, comparison, Date(timeIntervalSince1970: $0)) }
  }
}

/// Shortcuts: performs an action of the app, in the app's process, which shows no window.
enum ShortcutsApp {
  static func play(_ command: ShortcutCommand, files: [String]) async throws {
    do {
      try await perform(command, files)
    } catch let error as any CustomLocalizedStringResourceConvertible {
      // As Shortcuts does: a sentence of the action's own, or a general one.
      SystemEvent.complain(String(localized: error.localizedStringResource)).send()
    }
  }

  private static func perform(_ command: ShortcutCommand, _ files: [String]) async throws {
    switch command {
    case .save(let folder, let newFolder):
      let action = SaveFiles()
      action.files = files.map { IntentFile(fileURL: URL(fileURLWithPath: $0)) }
      if let folder { action.folder = try await entity(FolderEntity.self, at: folder, \.path.description) }
      action.newFolder = newFolder
      let result = try await action.perform()
      show(result.value ?? [])
      show(result.dialog)
    case .saveText(let text, let folder):
      let action = SaveText()
      action.text = text
      if let folder { action.folder = try await entity(FolderEntity.self, at: folder, \.path.description) }
      show(try await action.perform().value ?? [])
    case .saveLink(let link, let folder):
      let action = SaveLink()
      guard let link = URL(string: link) else { throw SimulatorError("“\(link)” is no address.") }
      action.link = link
      if let folder { action.folder = try await entity(FolderEntity.self, at: folder, \.path.description) }
      show(try await action.perform().value ?? [])
    case .latest(let count):
      let action = GetLatestDocuments()
      action.count = count
      show(try await action.perform().value ?? [])
    case .find(let filters, let isAny, let order):
      let properties = DocumentEntityQuery.properties
      let chosen = try filters.map { filter in
        guard let (property, comparison, value) = filter.comparison,
          let chosen = properties.filter(property, comparison, value)
        else { throw SimulatorError("Find offers no “\(filter.text)”.") }
        return chosen
      }
      var sorts: [DocumentEntityQuery.Sort] = []
      if let order {
        let isDescending = order.hasPrefix("-")
        guard let property = FindFilter.properties[isDescending ? String(order.dropFirst()) : order] else {
          throw SimulatorError("Find does not sort by “\(order)”.")
        }
        sorts = [.init(by: property, order: isDescending ? .descending : .ascending)]
      }
      show(
        try await DocumentEntity.defaultQuery.entities(
          matching: chosen, mode: isAny ? .or : .and, sortedBy: sorts, limit: nil))
    case .move(let paths, let folder):
      let action = MoveDocuments()
      action.documents = try await documents(paths)
      action.folder = try await entity(FolderEntity.self, at: folder, \.path.description)
      let result = try await action.perform()
      show(result.value ?? [])
      show(result.dialog)
    case .files(let paths):
      let action = GetDocumentFiles()
      action.documents = try await documents(paths)
      show(try await action.perform().value ?? [])
    case .addWaiting: show(try await AddWaitingDocuments().perform().dialog)
    }
  }

  private static func documents(_ paths: [String]) async throws -> [DocumentEntity] {
    var documents: [DocumentEntity] = []
    for path in paths {
      documents.append(
        try await entity(DocumentEntity.self, at: path) {
          ($0.folder.isEmpty ? "" : $0.folder + "/") + $0.name
        })
    }
    return documents
  }

  /// What the user chooses: typed, picked from the list, and kept in the shortcut by its identifier only, from which the
  /// system has the app make it again.
  private static func entity<Entity: AppEntity>(
    _ type: Entity.Type, at path: String, _ place: (Entity) -> String
  ) async throws -> Entity where Entity.DefaultQuery: EntityStringQuery {
    let query = Entity.defaultQuery
    let name = (path as NSString).lastPathComponent
    let choices = try await name.isEmpty ? query.suggestedEntities() : query.entities(matching: name)
    guard let choice = choices.first(where: { place($0) == path }),
      let entity = try await query.entities(for: [choice.id]).first
    else { throw SimulatorError("Shortcuts offers no \(path).") }
    return entity
  }

  private static func show(_ entities: [some AppEntity]) {
    for entity in entities {
      let shown = entity.displayRepresentation
      let folder = shown.subtitle.map { String(localized: $0) + "/" } ?? ""
      SystemEvent.show(folder + String(localized: shown.title)).send()
    }
  }

  private static func show(_ files: [IntentFile]) {
    for file in files { SystemEvent.show(file.fileURL?.path ?? file.filename).send() }
  }

  private static func show(_ dialog: IntentDialog?) {
    if let dialog { SystemEvent.show(dialog.shown).send() }
  }
}
