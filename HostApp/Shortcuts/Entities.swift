import AppIntents
import Foundation
import IntrayCore

/// A document in a shortcut. The shortcut keeps the identifier that the document itself carries, so it follows a document
/// that is renamed or moved.
struct DocumentEntity: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Document")
  static let defaultQuery = DocumentEntityQuery()

  /// The text of the ``ItemID``.
  let id: String
  @Property(title: "Name") var name: String
  @Property(title: "Kind") var kind: String
  @Property(title: "Date Added") var dateAdded: Date
  /// Where it came from, such as `example.com`; nothing when that is not known.
  @Property(title: "Site") var site: String
  @Property(title: "Tags") var tags: [String]
  /// The folder that it was in when the shortcut found it, as a path; nothing for Documents.
  @Property(title: "Folder") var folder: String

  init(_ document: DocumentEntry) {
    id = (document.identity.item ?? .none).text
    name = document.name.description
    kind = document.kindTitle
    dateAdded = (document.added ?? document.modified).date
    site = document.source ?? ""
    tags = document.tags.map(\.name)
    folder = document.folder.description
  }

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(
      title: LocalizedStringResource(verbatim: name),
      subtitle: folder.isEmpty ? nil : LocalizedStringResource(verbatim: folder),
      image: .init(systemName: "doc"))
  }
}

extension LocalizedStringResource {
  /// A text that stays as it is: a name is not translated. It goes in as a value, and not by a literal, of which Xcode would
  /// make a key `%@` for the translators.
  init(verbatim text: String) {
    var value = String.LocalizationValue.StringInterpolation(literalCapacity: 0, interpolationCount: 1)
    value.appendInterpolation(text)
    self.init(stringInterpolation: value)
  }
}

extension DocumentEntry {
  fileprivate var kindTitle: String { documentKind?.title ?? Messages.kind(of: path, isFolder: isFolder) }
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
    return try await ShortcutProblem.library().entries(query, .documents).map(DocumentEntity.init)
  }

  func suggestedEntities() async throws -> [DocumentEntity] {
    try await ShortcutProblem.library().latest(Self.limit).mapError(ShortcutProblem.error).get().identified
      .map(DocumentEntity.init)
  }
}

/// What the user asks of a property in *Find Documents*.
///
/// A structure, not the closure alone: the compiler takes a closure that a comparator's closure returns for one that must not
/// go to another actor.
struct DocumentFilter: Sendable {
  let accepts: @Sendable (DocumentEntry) -> Bool
}

/// The action *Find Documents* of Shortcuts: filters and sorts by the properties. Items that wait are added first.
extension DocumentEntityQuery: EntityPropertyQuery {
  static let findIntentDescription: IntentDescription? = IntentDescription(
    "Finds documents by their names, kinds, dates, sites, tags and folders. Items that wait are added first.")

  static var properties: QueryProperties {
    QueryProperties {
      Property(\DocumentEntity.$name) {
        ContainsComparator { text in
          DocumentFilter { $0.name.description.localizedStandardContains(text) }
        }
        EqualToComparator { text in DocumentFilter { $0.name.description == text } }
      }
      Property(\DocumentEntity.$kind) {
        EqualToComparator { text in
          DocumentFilter { $0.kindTitle.localizedStandardCompare(text) == .orderedSame }
        }
      }
      Property(\DocumentEntity.$dateAdded) {
        LessThanComparator { date in DocumentFilter { ($0.added ?? $0.modified).date < date } }
        GreaterThanComparator { date in DocumentFilter { ($0.added ?? $0.modified).date > date } }
      }
      Property(\DocumentEntity.$site) {
        ContainsComparator { text in
          DocumentFilter { $0.source?.localizedStandardContains(text) == true }
        }
      }
      Property(\DocumentEntity.$tags) {
        ContainsComparator { tag in DocumentFilter { $0.tags.contains { $0.name == tag } } }
      }
      Property(\DocumentEntity.$folder) {
        EqualToComparator { folder in DocumentFilter { $0.folder.description == folder } }
        ContainsComparator { text in
          DocumentFilter { $0.folder.description.localizedStandardContains(text) }
        }
      }
    }
  }

  static var sortingOptions: SortingOptions {
    SortingOptions {
      SortableBy(\DocumentEntity.$name)
      SortableBy(\DocumentEntity.$kind)
      SortableBy(\DocumentEntity.$dateAdded)
    }
  }

  func entities(
    matching filters: [DocumentFilter], mode: ComparatorMode,
    sortedBy sorts: [EntityQuerySort<DocumentEntity>], limit: Int?
  ) async throws -> [DocumentEntity] {
    let library = try ShortcutProblem.library()
    try await library.addWaiting()
    // All of them: 2 to the 31st is more than any device has.
    var query = DocumentQuery(limit: Int(Int32.max))
    query.scope = .all
    let found = try await library.entries(query, .documents).filter { entry in
      filters.isEmpty
        || (mode == .and
          ? filters.allSatisfy { $0.accepts(entry) } : filters.contains { $0.accepts(entry) })
    }
    let entities = found.map(DocumentEntity.init).sorted { one, other in
      for sort in sorts {
        let order: ComparisonResult =
          switch sort.by {
          case \DocumentEntity.$name: one.name.localizedStandardCompare(other.name)
          case \DocumentEntity.$kind: one.kind.localizedStandardCompare(other.kind)
          case \DocumentEntity.$dateAdded: one.dateAdded.compare(other.dateAdded)
          default: .orderedSame
          }
        if order != .orderedSame { return (order == .orderedAscending) == (sort.order == .ascending) }
      }
      return false
    }
    return Array(entities.prefix(limit ?? .max))
  }
}

/// A folder in a shortcut, which follows it as it follows a ``DocumentEntity``.
struct FolderEntity: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Folder")
  static let defaultQuery = FolderEntityQuery()
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
    return DisplayRepresentation(
      title: LocalizedStringResource(verbatim: name),
      subtitle: parent.isEmpty ? nil : LocalizedStringResource(verbatim: parent),
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
    try await ShortcutProblem.library().entries(query, .folders).map(FolderEntity.init)
  }
}
