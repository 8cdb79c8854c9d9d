import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI

/// One window: the place and the folder on screen, their documents, the order, the search, and what the user does with them.
/// It touches no disk itself: a ``DocumentLibrary`` does, off the main thread.
@MainActor
@Observable
final class NavigationModel {
  /// How many rows are asked for at once: some screens full.
  static let pageSize = 200

  /// The place that is chosen in the list of places; nil is none, and leaves on screen what is there.
  var place: SidebarItem? = .documents { didSet { if let place, place != shownPlace { show(place) } } }
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
  var text = "" { didSet { if text != oldValue { startOver() } } }
  var tokens: [SearchToken] = [] { didSet { if tokens != oldValue { startOver() } } }
  /// What a search can be narrowed to: the kinds, and the tags that documents have.
  var suggestedTokens = DocumentKind.allCases.map(SearchToken.kind)
  var isSearching: Bool { query.isSearch }
  /// Whether the search field has the focus.
  var isSearchShown = false
  /// The row that the keys of a keyboard are for.
  var cursor: DocumentPath?
  private var sorting = ViewOptions.Order(.name) { didSet { if sorting != oldValue { startOver() } } }
  /// In which order. What the user chooses is kept for each folder.
  var order: DocumentQuery.Order {
    get { sorting.by }
    set { choose(ViewOptions.Order(newValue)) }
  }
  var isReversed: Bool {
    get { sorting.isReversed }
    set { choose(ViewOptions.Order(order, isReversed: newValue)) }
  }
  /// Whether Recents has a row a share.
  var isByArrival: Bool { order == .added && !isReversed }
  /// As a list or as icons. The last choice is kept for all windows that open later.
  var layout: ViewOptions.Layout { didSet { options.keepLayout(layout) } }
  var isHelpShown = false
  var naming: Naming?
  var info: DocumentInfoModel? { didSet { if info !== oldValue { oldValue?.stopCounting() } } }
  var moving: [SeenDocument] = []
  /// The folder that a new text note is for; nil while the user writes none.
  var noteFolder: DocumentPath?
  /// Whether the user chose *Paste* in the menu of the app's icon, and did not paste yet.
  var isPasteShown = false
  /// The documents that were just deleted, as long as it can be undone here.
  var thrownAway: [Change] = []
  /// The documents to remove for good once the user confirms it.
  var removing: [DocumentPath] = []
  /// The waiting item to delete once the user confirms it.
  var discarding: DrainOutcome?
  var isSelecting = false { didSet { if !isSelecting { selection = [] } } }
  var selection: Set<DocumentPath> = []
  var outgoing = Outgoing()
  /// What the user looks through in Quick Look; nil is nothing.
  var looking: PreviewPages? { didSet { if looking == nil { outgoing.closing += oldValue?.copies ?? [] } } }
  var comparison: Comparison? {
    didSet { if comparison == nil, let oldValue { run { await self.release(oldValue.versions) } } }
  }
  /// What the user picks files for, or has picked them for.
  var picking = PickingPurpose.addition(to: DocumentPath())
  /// Whether the file picker is on screen; SwiftUI sets it to false before it says what was picked.
  var isPicking = false
  var works: [LongWork] = []
  /// How many conflict copies there are that the user has not decided upon.
  private(set) var conflicts = 0
  /// The documents of which there is one.
  private(set) var contested: Set<ItemID> = []
  var isInFiles = true
  /// Whether the system has shown the window.
  @ObservationIgnored var isShown = false
  /// What went wrong with the last thing that was asked for; nil is nothing.
  var problem: String?

  /// The first documents of what there is.
  private(set) var list = DocumentList()
  /// Whether the list is of what is on screen, and not yet to be read.
  private(set) var isListed = false
  @ObservationIgnored private(set) var work: Task<Void, Never>?

  @ObservationIgnored private var listing: Task<Void, Never>?
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
  let drive: CloudNavigation
  private let options: ViewOptions
  /// Where the user sees Intray's root in Files; nil if it is not shown there.
  let placeInFiles: @Sendable () async -> URL?
  /// Tells other processes and other windows that something was changed.
  func changed() async { await notify(self) }
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
    drive.beginRenaming = { [weak self] in
      self?.beginRenaming(SeenDocument($0.path), isFolder: $0.isFolder, isInCloud: true)
    }
  }

  var folder: DocumentPath { path.last ?? top }
  var isInTrash: Bool { folder.directory == .trash }

  /// The folder that the others are gone into from.
  private var top: DocumentPath { shownPlace == .trash ? .trash : DocumentPath() }

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
    if [.recents, .links].contains(shownPlace) { return shownPlace.rawValue }
    return isInTrash ? "trash" : folder.description
  }

  private func choose(_ order: ViewOptions.Order) {
    options.keepOrder(order, kept)
    sorting = order
  }

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
      let isFolder = status.kind == .folder && path.names.last?.isPackage != true
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

  func run(_ body: @escaping @MainActor () async -> Void) {
    work = Task { await body() }
  }

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

/// Where documents are that the user can look at: see the view of each.
enum SidebarItem: String, Hashable {
  case recents, documents, links, conflicts, cloud, trash

  /// Whether the user goes into the folders there. Elsewhere a folder leads to its place in Documents.
  var hasFolders: Bool { [.documents, .cloud, .trash].contains(self) }
}

/// What a search can be narrowed to, beside its words.
enum SearchToken: Hashable, Identifiable {
  case kind(DocumentKind)
  case tag(String)

  var id: Self { self }

  var title: String {
    switch self {
    case .kind(let kind): kind.title
    case .tag(let name): name
    }
  }

  var symbol: String {
    switch self {
    case .kind(.image): "photo"
    case .kind(.movie): "film"
    case .kind(.audio): "waveform"
    case .kind(.pdf): "doc.richtext"
    case .kind(.text): "doc.text"
    case .kind(.link): "link"
    case .kind(.archive): "archivebox"
    case .kind(.folder): "folder"
    case .tag: "tag"
    }
  }
}

extension DocumentKind {
  var title: String {
    switch self {
    case .image: String(localized: "Images")
    case .movie: String(localized: "Movies")
    case .audio: String(localized: "Audio")
    case .pdf: String(localized: "PDFs")
    case .text: String(localized: "Text")
    case .link: String(localized: "Links")
    case .archive: String(localized: "Archives")
    case .folder: String(localized: "Folders")
    }
  }

  /// The words of a text that name a kind: by its title, or in English in the singular.
  static func named(in text: String) -> [String: DocumentKind] {
    var named: [String: DocumentKind] = [:]
    for word in text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) {
      named[word] = allCases.first { kind in
        word == kind.title.lowercased() || word == kind.rawValue
      }
    }
    return named
  }
}
