import Foundation
import Observation
import Shared
import SwiftUI

/// One window: the place and the folder on screen, their documents, the order, the search, and what the user does with them.
///
/// Each window has its own. It touches no disk itself: a ``DocumentLibrary`` does, off the main thread.
@MainActor
@Observable
final class NavigationModel {
  /// How many rows are asked for at once: some screens full.
  static let pageSize = 200

  /// The place that is chosen in the list of places; nil is none, and leaves on screen what is there.
  var place: SidebarItem? = .documents { didSet { if let place, place != shownPlace { show(place) } } }
  /// The place on screen.
  private(set) var shownPlace = SidebarItem.documents
  /// What is on screen where there is room for one column only.
  var column = NavigationSplitViewColumn.detail
  /// The folders that were gone into, outermost first.
  var path: [DocumentPath] = [] {
    didSet {
      guard path != oldValue else { return }
      isSelecting = false
      go(from: oldValue)
    }
  }
  /// The words that are searched for.
  var text = "" { didSet { if text != oldValue { startOver() } } }
  /// What the search is narrowed to.
  var tokens: [SearchToken] = [] { didSet { if tokens != oldValue { startOver() } } }
  /// What it can be narrowed to: the kinds, and the tags that documents have.
  var suggestedTokens = DocumentKind.allCases.map(SearchToken.kind)
  var isSearching: Bool { query.isSearch }
  /// Whether the search field has the focus.
  var isSearchShown = false
  /// The row that the keys of a keyboard are for.
  var cursor: DocumentPath?
  /// In which order.
  private var sorting = ViewOptions.Order(.name) { didSet { if sorting != oldValue { startOver() } } }
  var order: DocumentQuery.Order { sorting.by }
  /// The order as the user chooses it. The choice is kept for each folder.
  var chosenOrder: DocumentQuery.Order {
    get { sorting.by }
    set { choose(ViewOptions.Order(newValue)) }
  }
  /// Whether the user wants it the other way round.
  var isReversed: Bool {
    get { sorting.isReversed }
    set { choose(ViewOptions.Order(order, isReversed: newValue)) }
  }
  /// As a list or as icons. The last choice is kept for all windows that open later.
  var layout: ViewOptions.Layout { didSet { options.keepLayout(layout) } }
  /// Whether the user sees the help.
  var isHelpShown = false
  /// What is being named; nil is nothing.
  var naming: Naming?
  /// The document of which the user sees the info; nil is none.
  var info: DocumentInfoModel? { didSet { if info !== oldValue { oldValue?.stopCounting() } } }
  /// The documents that are being moved, until the user chooses a folder.
  var moving: [SeenDocument] = []
  /// The folder that a new text note is for; nil while the user writes none.
  var noteFolder: DocumentPath?
  /// The documents that were just deleted, as long as it can be undone here.
  var thrownAway: [Change] = []
  /// The documents to remove for good once the user confirms it.
  var removing: [DocumentPath] = []
  /// The waiting item to delete once the user confirms it.
  var discarding: DrainOutcome?
  /// Whether several are being chosen.
  var isSelecting = false { didSet { if !isSelecting { selection = [] } } }
  /// What is chosen.
  var selection: Set<DocumentPath> = []
  /// What other programs get to see.
  var outgoing = Outgoing()
  /// What the user looks through in Quick Look; nil is nothing.
  var looking: PreviewPages? { didSet { if looking == nil { outgoing.closing += oldValue?.copies ?? [] } } }
  /// The versions that the user compares; nil is none.
  var comparison: Comparison? {
    didSet { if comparison == nil, let oldValue { run { await self.release(oldValue.versions) } } }
  }
  /// What the user picks files for, or has picked them for.
  var picking = PickingPurpose.addition(to: DocumentPath())
  /// Whether the file picker is on screen; SwiftUI sets it to false before it says what was picked.
  var isPicking = false
  /// What takes a while and is under way, oldest first.
  var works: [LongWork] = []
  /// How many conflict copies there are that the user has not decided upon.
  private(set) var conflicts = 0
  /// The documents of which there is one.
  private(set) var contested: Set<ItemID> = []
  /// Whether the user sees Intray in Files.
  var isInFiles = true
  /// What went wrong with the last thing that was asked for; nil is nothing.
  var problem: String?

  /// The first documents of what there is.
  private(set) var list = DocumentList()
  /// Whether the list is of what is on screen, and not yet to be read.
  private(set) var isListed = false
  /// The work that changes the list; a caller can await it.
  @ObservationIgnored private(set) var work: Task<Void, Never>?

  @ObservationIgnored private var listing: Task<Void, Never>?
  /// How many are asked for.
  @ObservationIgnored private var limit = pageSize
  /// The lists of the folders on the way, as they were left. They stay on screen below the present one.
  private var left: [DocumentPath: (list: DocumentList, limit: Int)] = [:]
  /// Takes back what the user did last, by shaking the device or with a keyboard; nil until the window is on screen.
  ///
  /// It holds this model unowned, so what was registered with it goes when the window gets another one, or none:
  /// <https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)>.
  @ObservationIgnored weak var undoManager: UndoManager? {
    didSet { if undoManager !== oldValue { oldValue?.removeAllActions(withTarget: self) } }
  }
  /// Why the folder could not be listed, as long as it cannot.
  @ObservationIgnored private var failure: String?
  let library: DocumentLibrary
  /// iCloud Drive in this window.
  let drive: CloudNavigation

  /// How the user chose to see documents.
  let options: ViewOptions
  /// Where the user sees Intray's root in Files; nil if it is not shown there.
  let placeInFiles: @Sendable () async -> URL?
  /// Tells other processes and other windows that something was changed.
  var changed: @Sendable () async -> Void {
    { [weak self, notify] in if let self { await notify(self) } }
  }
  private let notify: @MainActor @Sendable (NavigationModel) async -> Void

  init(
    library: DocumentLibrary, cloud: CloudModel? = nil, options: ViewOptions = .kept,
    placeInFiles: @escaping @Sendable () async -> URL? = { nil },
    changed: @escaping @MainActor @Sendable (NavigationModel) async -> Void = { _ in }
  ) {
    self.library = library
    drive = CloudNavigation(cloud ?? CloudModel(library: library), options: options)
    self.options = options
    layout = options.layout()
    self.placeInFiles = placeInFiles
    notify = changed
    drive.beginRenaming = { [weak self] entry in
      self?.beginRenaming(
        SeenDocument(entry.path), isFolder: entry.isFolder, isInCloud: true)
    }
  }

  /// The folder on screen.
  var folder: DocumentPath { path.last ?? top }

  /// The folder that the others are gone into from.
  private var top: DocumentPath { shownPlace == .trash ? .trash : DocumentPath() }

  /// Among which documents the place on screen shows some.
  private var scope: DocumentQuery.Scope {
    switch shownPlace {
    case .recents: .recents
    case .conflicts: .conflicts
    case .links: .links
    case .documents, .cloud, .trash: .folder(folder)
    }
  }

  /// Under which name the order of what is on screen is kept.
  private var kept: String {
    scope == .recents
      ? "recents" : scope == .links ? "links" : folder.directory == .trash ? "trash" : folder.description
  }

  private func choose(_ order: ViewOptions.Order) {
    options.keepOrder(order, kept)
    sorting = order
  }

  /// What is on screen, as a query.
  private var query: DocumentQuery {
    var query = DocumentQuery(
      scope: scope, order: order, isReversed: isReversed, text: text, range: 0..<limit)
    query.kindWords = DocumentKind.named(in: text)
    for token in tokens {
      switch token {
      case .kind(let kind): query.kinds.insert(kind)
      case .tag(let name): query.tags.insert(name)
      }
    }
    return query
  }

  /// Looks at the folder again.
  ///
  /// - Parameter isFresh: whether the index was brought up to date just now.
  func refresh(isFresh: Bool = false) async {
    info?.lookAgain()
    let asked = query
    let result = await library.list(asked, isFresh: isFresh)
    let conflicts = await library.list(
      DocumentQuery(scope: .conflicts, range: 0..<Self.pageSize), isFresh: true)
    let tags = await library.index.tagNames
    // The query changed meanwhile; a newer look answers it.
    guard asked == query else { return }
    let suggested = DocumentKind.allCases.map(SearchToken.kind) + tags.map(SearchToken.tag)
    if suggested != suggestedTokens { suggestedTokens = suggested }
    if case .success(let found) = conflicts {
      let contested = Set(found.entries.compactMap(\.conflict))
      if found.total != self.conflicts { self.conflicts = found.total }
      if contested != self.contested { self.contested = contested }
    }
    switch result {
    case .success(let found):
      if found != list { list = found }
      isListed = true
      if let failure, problem == failure { problem = nil }
      failure = nil
    // Nothing was ever thrown away.
    case .failure(let error) where error.code == .notFound && folder == .trash: list = DocumentList()
    case .failure(let error) where error.code == .notFound && !path.isEmpty: path.removeLast()
    // Another look has taken its place.
    case .failure(let error) where error.code == .cancelled: break
    case .failure(let error):
      failure = Messages.problem(error)
      problem = failure
    }
  }

  /// A row came into sight: the last one brings more.
  func appeared(_ entry: DocumentEntry) {
    guard entry == list.entries.last, list.entries.count < list.total else { return }
    limit += Self.pageSize
    look()
  }

  /// Follows a link to a document, or says why it cannot.
  func follow(_ url: URL) async {
    guard let link = DocumentLink(url) else { return problem = Messages.cannotOpen(url) }
    await show(link.path)
  }

  /// Goes to the folder that a document is in, or into it when it is a folder.
  func showInFolder(_ path: DocumentPath) {
    run { await self.show(path) }
  }

  private func show(_ path: DocumentPath) async {
    do throws(DiskError) {
      let status = try await library.run { _ throws(DiskError) in
        guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
        return try library.container.folder(at: path.parent).status(name)
      }
      problem = nil
      (place, column) = (.documents, .detail)
      (text, tokens) = ("", [])
      let isFolder = path.isFolder(status)
      self.path = (isFolder ? path : path.parent).steps
      await refresh()
      cursor = isFolder ? nil : path
    } catch {
      problem = Messages.cannotFollow(path, error)
    }
  }

  private func show(_ place: SidebarItem) {
    shownPlace = place
    (moving, problem, isSelecting) = ([], nil, false)
    (path, text, tokens, list, left, isListed) = ([], "", [], DocumentList(), [:], false)
    sorting = options.order(kept) ?? .init([.recents, .links].contains(place) ? .added : .name)
    startOver()
  }

  /// The list of a folder that is on screen, or below what is on screen; nil of any other.
  func list(of folder: DocumentPath) -> DocumentList? {
    folder == self.folder ? list : left[folder]?.list
  }

  /// Goes to another folder: back to its list as it was left, or on to a new one. What was searched for led there, and is not
  /// searched for in it.
  private func go(from old: [DocumentPath]) {
    // What a search found is no list of the folder.
    left[old.last ?? top] = isSearching ? nil : (list, limit)
    let there = left[folder]
    let onTheWay = path.isEmpty ? [] : [top] + path.dropLast()
    left = left.filter { onTheWay.contains($0.key) }
    (list, text, tokens, isListed) = (there?.list ?? DocumentList(), "", [], there != nil)
    sorting = options.order(kept) ?? sorting
    limit = there?.limit ?? Self.pageSize
    look()
  }

  private func startOver() {
    limit = Self.pageSize
    look()
  }

  /// Loads the list again after the current action.
  func look() {
    // A new load cancels an earlier one, but not the user's actions, and begins when it has ended.
    let earlier = listing
    earlier?.cancel()
    let listing = Task {
      await earlier?.value
      await refresh()
    }
    self.listing = listing
    run { await listing.value }
  }

  /// Chooses all that there are, also those that were not scrolled to yet.
  func selectAll() {
    isSelecting = true
    limit = max(limit, list.total)
    run {
      await self.refresh()
      self.selection = Set(self.list.entries.map(\.path))
    }
  }

  /// Begins a piece of work.
  func run(_ body: @escaping @MainActor () async -> Void) {
    work = Task { await body() }
  }
}

/// Where a window is, for its next life.
extension NavigationModel {
  /// The place on screen and the folders that were gone into, as text for the next life of the window.
  var location: String {
    let link = shownPlace == .documents ? path.last.flatMap { DocumentLink($0).url?.absoluteString } : nil
    return [shownPlace.rawValue, link ?? ""].joined(separator: " ")
  }

  /// Shows the place of an earlier life of the window. A folder that is gone is not shown.
  func restore(_ location: String) {
    let parts = location.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let place = SidebarItem(rawValue: parts[0]), place != shownPlace || parts[1] != ""
    else { return }
    self.place = place
    guard let folder = URL(string: parts[1]).flatMap({ DocumentLink($0) })?.path else { return }
    self.path = folder.steps
  }
}

extension DocumentPath {
  /// The folders that are gone into on the way to it, and itself.
  fileprivate var steps: [DocumentPath] { names.indices.map { DocumentPath(Array(names[...$0])) } }
}

/// Where documents are that the user can look at.
enum SidebarItem: String, Hashable {
  /// Documents that were shared or imported, the latest first.
  case recents
  /// Intray's documents on this device.
  case documents
  /// Saved links, the latest first.
  case links
  /// Conflict copies that the user has not decided upon.
  case conflicts
  /// Intray's documents in iCloud Drive.
  case cloud
  /// Recently Deleted.
  case trash

  /// Whether the user goes into the folders there. Elsewhere a folder leads to its place in Documents.
  var hasFolders: Bool { [.documents, .cloud, .trash].contains(self) }
}
