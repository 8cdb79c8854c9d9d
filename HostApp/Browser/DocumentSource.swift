import Foundation
import IntrayCore
import SwiftUI

/// What a page lists, and what can be done with it. A place of the app is one of these: what it lists, how it looks when it is
/// empty, and which verbs it has.
@MainActor
protocol DocumentSource {
  /// Under which name the order is kept that the user chose, and where it is looked for while none was chosen here.
  var orderKeys: [String] { get }
  /// The order before the user has chosen one.
  var order: ViewOptions.Order { get }
  var title: Text { get }
  /// What stands in the search field: where is searched.
  var prompt: LocalizedStringKey { get }
  /// What stands above its list.
  func title(of list: DocumentList) -> Text
  /// Which rows it has.
  var rows: RowStyle { get }
  var verbs: Verbs { get }
  /// Where what is dropped, pasted or added goes; nil where nothing can be added.
  var folder: DocumentPath? { get }
  /// What the user sees of it while there is nothing in it.
  var hint: Hint { get }
  /// Whether it is what was deleted, as a whole.
  var isTrash: Bool { get }

  /// The part of it that is asked for.
  ///
  /// - Parameter query: the order, the words and the range; the scope is the source's.
  /// - Returns: why it could not be listed, in a sentence; ``ListFailure``.
  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure>
  /// Its first rows, as far as they are found much sooner than the list; nil where they are not.
  func glance(_ query: DocumentQuery) async -> DocumentList?
  /// Says that something changed of what only this source knows, as long as its page is on screen.
  func follow(_ overview: Overview) async
}

extension DocumentSource {
  var prompt: LocalizedStringKey {
    let prompt: LocalizedStringKey = "Search"
    return prompt
  }
  func title(of list: DocumentList) -> Text { title }
  func follow(_ overview: Overview) async {}
  func glance(_ query: DocumentQuery) async -> DocumentList? { nil }
  var isTrash: Bool { false }
  var order: ViewOptions.Order { ViewOptions.Order(.name) }
  var rows: RowStyle { .documents }
  var folder: DocumentPath? { nil }
  var hint: Hint { Hint(title: "No Items", symbol: "folder") }
}

/// What can be done in a place.
struct Verbs: OptionSet {
  let rawValue: Int
  /// With documents of this device: share, move, rename, duplicate, compress, delete and the like.
  static let documents = Verbs(rawValue: 1 << 0)
  /// With what was deleted: recover, delete for good.
  static let deleted = Verbs(rawValue: 1 << 1)
  /// With documents of iCloud.
  static let cloud = Verbs(rawValue: 1 << 2)
  /// Choose several, and seek.
  static let selection = Verbs(rawValue: 1 << 3)
  /// Tell more of Intray as a whole: what is being added, and what was not.
  static let news = Verbs(rawValue: 1 << 4)
}

/// Which rows a page has.
enum RowStyle {
  /// A row for each document.
  case documents
  /// How each came is told.
  case arrivals
  /// The same, and what was shared together is one row.
  case shares
  /// Two versions each, and what the user can decide.
  case conflicts
}

/// What is said in the place of rows.
struct Hint {
  let title: LocalizedStringKey
  let symbol: String
  var text: LocalizedStringKey?
}

/// A folder of Documents or of Recently Deleted.
struct FolderSource: DocumentSource {
  let library: DocumentLibrary
  let path: DocumentPath

  private var isDeleted: Bool { path.directory == .trash }
  private var isRoot: Bool { path.names.isEmpty }
  var isTrash: Bool { path == .trash }
  /// A folder has the order of the folder that it is in, until the user chooses one.
  var orderKeys: [String] {
    if isDeleted { return ["trash"] }
    return (0...path.names.count).reversed().map { DocumentPath(Array(path.names[..<$0])).description }
  }
  var verbs: Verbs {
    if isDeleted { return [.deleted, .selection] }
    return isRoot ? [.documents, .selection, .news] : [.documents, .selection]
  }
  var folder: DocumentPath? { isDeleted ? nil : path }
  var title: Text {
    if let name = path.names.last { return Text(verbatim: name.description) }
    return isDeleted ? Text("Recently Deleted") : Text("Documents")
  }
  var prompt: LocalizedStringKey {
    let deleted: LocalizedStringKey = "Search Recently Deleted"
    let documents: LocalizedStringKey = "Search Documents"
    guard let name = path.names.last?.description else { return isDeleted ? deleted : documents }
    let prompt: LocalizedStringKey = "Search “\(name)”"
    return prompt
  }
  var hint: Hint { isRoot && !isDeleted ? .nothingYet : Hint(title: "No Items", symbol: "folder") }

  func glance(_ query: DocumentQuery) async -> DocumentList? {
    await library.run { [index = library.index] _ in index.glance(query.of(.folder(path))) }
  }

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    let found = await library.list(query.of(.folder(path)), isFresh: isFresh)
    // Nothing was ever deleted.
    if isTrash, case .failure(let error) = found, error.code == .notFound { return .success(DocumentList()) }
    return found.mapError(ListFailure.init)
  }
}

/// What was shared or imported, wherever it is now.
struct RecentsSource: DocumentSource {
  let library: DocumentLibrary

  var orderKeys: [String] { ["recents"] }
  var order: ViewOptions.Order { ViewOptions.Order(.added) }
  var rows: RowStyle { .shares }
  var title: Text { Text("Recents") }
  let prompt: LocalizedStringKey = "Search Recents"
  var verbs: Verbs { [.documents, .selection, .news] }
  var folder: DocumentPath? { DocumentPath() }
  var hint: Hint { .nothingYet }

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    await library.list(query.of(.recents), isFresh: isFresh).mapError(ListFailure.init)
  }
}

/// What came with one share.
struct ShareSource: DocumentSource {
  let library: DocumentLibrary
  let share: ShareID

  /// Not that of Recents, which has no shares in another order.
  var orderKeys: [String] { ["share"] }
  var order: ViewOptions.Order { ViewOptions.Order(.added) }
  var rows: RowStyle { .arrivals }
  var title: Text { Text("Recents") }
  var verbs: Verbs { [.documents, .selection] }

  func title(of list: DocumentList) -> Text {
    list.shares[share].map { Text(verbatim: $0.title(list.entries.first)) } ?? title
  }

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    await library.list(query.of(.share(share)), isFresh: isFresh).mapError(ListFailure.init)
  }
}

/// Saved links, the latest first.
struct LinksSource: DocumentSource {
  let library: DocumentLibrary

  var orderKeys: [String] { ["links"] }
  var order: ViewOptions.Order { ViewOptions.Order(.added) }
  var title: Text { Text("Links") }
  let prompt: LocalizedStringKey = "Search Links"
  var verbs: Verbs { [.documents, .selection] }
  var hint: Hint {
    Hint(
      title: "No Links", symbol: "link",
      text: "Share a page from another app and choose Intray. You then find its link here.")
  }

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    await library.list(query.of(.links), isFresh: isFresh).mapError(ListFailure.init)
  }
}

/// Conflict copies: edits of documents that were edited elsewhere at the same time.
struct ConflictsSource: DocumentSource {
  let library: DocumentLibrary

  var orderKeys: [String] { ["conflicts"] }
  var rows: RowStyle { .conflicts }
  var title: Text { Text("Conflicts") }
  var verbs: Verbs { [] }
  var hint: Hint { Hint(title: "No Conflicts", symbol: "checkmark.circle") }

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    await library.list(query.of(.conflicts), isFresh: isFresh).mapError(ListFailure.init)
  }
}

/// Documents and folders that have a tag, in any folder.
struct TagSource: DocumentSource {
  let library: DocumentLibrary
  let tag: String

  var orderKeys: [String] { ["tag"] }
  var title: Text { Text(verbatim: tag) }
  var prompt: LocalizedStringKey {
    let prompt: LocalizedStringKey = "Search “\(tag)”"
    return prompt
  }
  var verbs: Verbs { [.documents, .selection] }
  var hint: Hint { Hint(title: "No Items", symbol: "tag") }

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    var query = query.of(.folder(DocumentPath()))
    query.tags.insert(tag)
    return await library.list(query, isFresh: isFresh).mapError(ListFailure.init)
  }
}

/// A folder of iCloud Drive.
struct CloudSource: DocumentSource {
  let cloud: CloudModel
  let path: DocumentPath

  var orderKeys: [String] { ["iCloud"] }
  var title: Text {
    path.names.last.map { Text(verbatim: $0.description) } ?? Text("iCloud Drive")
  }
  let prompt: LocalizedStringKey = "Search iCloud Drive"
  var verbs: Verbs { [.cloud, .selection] }
  var hint: Hint {
    cloud.isSignedIn
      ? Hint(
        title: "Nothing in iCloud Drive Yet", symbol: "icloud",
        text: "Touch and hold an item, and choose Move to iCloud.")
      : Hint(
        title: "No iCloud Drive", symbol: "xmark.icloud",
        text: "Sign in to iCloud in Settings, and turn iCloud Drive on.")
  }

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    await cloud.list(path, query)
  }

  /// Each change that this device or another one makes.
  func follow(_ overview: Overview) async {
    // It is no change of Intray's documents.
    for await _ in cloud.library.drive.updates() { overview.raise(isFresh: overview.isFresh) }
  }
}

extension Hint {
  fileprivate static var nothingYet: Hint {
    Hint(
      title: "Nothing Here Yet", symbol: "tray",
      text: "Share an item from another app and choose Intray. You then see it here and in Files.")
  }
}

extension DocumentQuery {
  /// The same words and range among other documents.
  fileprivate func of(_ scope: Scope) -> DocumentQuery {
    var query = self
    query.scope = scope
    return query
  }
}

extension HostModel {
  /// What the page of a window lists.
  ///
  /// - Parameter step: the page that was gone into; nil is the first of the place.
  func source(_ place: Place, _ step: Route.Step?) -> any DocumentSource {
    switch (place, step) {
    case (.cloud, .folder(let path)?): CloudSource(cloud: cloud, path: path)
    case (_, .folder(let path)?): FolderSource(library: library, path: path)
    case (_, .share(let share)?): ShareSource(library: library, share: share)
    case (.recents, nil): RecentsSource(library: library)
    case (.documents, nil): FolderSource(library: library, path: DocumentPath())
    case (.links, nil): LinksSource(library: library)
    case (.conflicts, nil): ConflictsSource(library: library)
    case (.cloud, nil): CloudSource(cloud: cloud, path: DocumentPath())
    case (.trash, nil): FolderSource(library: library, path: .trash)
    case (.tag(let tag), nil): TagSource(library: library, tag: tag)
    }
  }
}
