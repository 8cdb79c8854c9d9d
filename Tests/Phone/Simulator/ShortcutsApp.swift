import AppIntents
import Foundation
import IntrayCore

@testable import HostApp

/// What the user has Shortcuts do with Intray. Folders and documents are paths below Documents; the empty path is Documents
/// itself.
struct ShortcutCommand: Codable, Sendable {
  var name: String
  var words: [String]
  var folder: String?
  var newFolder: String?
  var order: String?
  var isAny = false

  /// The actions, and of how many things.
  private static let actions: [String: ClosedRange<Int>] = [
    "save": 1...Int.max, "latest": 0...1, "save-text": 1...1, "save-link": 1...1, "find": 0...Int.max,
    "move": 1...Int.max, "files": 1...Int.max, "add-waiting": 0...0,
  ]

  init(_ arguments: inout Arguments) throws {
    name = arguments.next() ?? ""
    folder = try arguments.value("--into")
    newFolder = try arguments.value("--new-folder")
    order = try arguments.value("--sort-by")
    isAny = arguments.flag("--any")
    words = try arguments.all()
    guard Self.actions[name]?.contains(words.count) == true, name != "move" || folder != nil,
      name != "latest" || words.allSatisfy({ Int($0) != nil })
    else {
      throw WrongUsage("shortcut takes save, save-text, save-link, latest, find, move, files or add-waiting.")
    }
    if name == "save" { words = words.map(Phone.absolute) }
  }
}

/// Shortcuts: performs an action of the app, in the app's process, which shows no window.
enum ShortcutsApp {
  static func play(_ command: ShortcutCommand) async throws {
    do {
      try await perform(command)
    } catch let error as any CustomLocalizedStringResourceConvertible {
      // As Shortcuts does: a sentence of the action's own, or a general one.
      SystemEvent.complain(String(localized: error.localizedStringResource)).send()
    }
  }

  private static func perform(_ command: ShortcutCommand) async throws {
    let words = command.words
    var folder: FolderEntity?
    if let path = command.folder {
      folder = try await entity(FolderEntity.self, at: path, \.path.description)
    }
    switch command.name {
    case "save":
      let action = SaveFiles()
      action.files = words.map { IntentFile(fileURL: URL(fileURLWithPath: $0)) }
      (action.folder, action.newFolder) = (folder, command.newFolder)
      let result = try await action.perform()
      show(result.value ?? [])
      show(result.dialog)
    case "save-text":
      let action = SaveText()
      (action.text, action.folder) = (words[0], folder)
      show(try await action.perform().value ?? [])
    case "save-link":
      let action = SaveLink()
      guard let link = URL(string: words[0]) else { throw SimulatorError("“\(words[0])” is no address.") }
      (action.link, action.folder) = (link, folder)
      show(try await action.perform().value ?? [])
    case "latest":
      let action = GetLatestDocuments()
      action.count = words.first.flatMap { Int($0) } ?? 1
      show(try await action.perform().value ?? [])
    case "find": show(try await find(command))
    case "move":
      let action = MoveDocuments()
      action.documents = try await documents(words)
      if let folder { action.folder = folder }
      let result = try await action.perform()
      show(result.value ?? [])
      show(result.dialog)
    case "files":
      let action = GetDocumentFiles()
      action.documents = try await documents(words)
      show(try await action.perform().value ?? [])
    default: show(try await AddWaitingDocuments().perform().dialog)
    }
  }

  // MARK: Find Documents

  /// What the user can filter and sort by.
  nonisolated(unsafe) private static let properties: [String: PartialKeyPath<DocumentEntity>] = [
    // Unsafe because key paths are not Sendable: no code changes these.
    "name": \.$name, "kind": \.$kind, "added": \.$dateAdded, "site": \.$site, "tags": \.$tags,
    "folder": \.$folder,
  ]

  private static func find(_ command: ShortcutCommand) async throws -> [DocumentEntity] {
    let filters = try command.words.map { text in
      guard let found = filter(text) else { throw SimulatorError("Find offers no “\(text)”.") }
      return found
    }
    var sorts: [EntityQuerySort<DocumentEntity>] = []
    if let order = command.order {
      let isDescending = order.hasPrefix("-")
      guard let property = properties[isDescending ? String(order.dropFirst()) : order] else {
        throw SimulatorError("Find does not sort by “\(order)”.")
      }
      sorts = [.init(by: property, order: isDescending ? .descending : .ascending)]
    }
    return try await DocumentEntity.defaultQuery.entities(
      matching: filters, mode: command.isAny ? .or : .and, sortedBy: sorts, limit: nil)
  }

  /// A filter as typed: a property, `=`, `~`, `<` or `>`, and a value; nil when the action has no such filter.
  private static func filter(_ text: String) -> DocumentEntityQuery.ComparatorMappingType? {
    guard let index = text.firstIndex(where: { "=~<>".contains($0) }), case let name = String(text[..<index]),
      let property = properties[name]
    else { return nil }
    let value = String(text[text.index(after: index)...])
    let filters = DocumentEntityQuery.properties
    guard name == "added" else { return filters.filter(property, String(text[index]), value) }
    return Double(value).flatMap {
      filters.filter(property, String(text[index]), Date(timeIntervalSince1970: $0))
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
