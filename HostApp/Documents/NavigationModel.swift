import Foundation
import Observation
import Shared
import SwiftUI

/// The folder on screen: its documents, their order, the search, and what the user does with them.
///
/// It touches no disk itself: a ``DocumentLibrary`` does, off the main thread.
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
  var way: [DocumentPath] = [] {
    didSet {
      guard way != oldValue else { return }
      list = DocumentList()
      isSelecting = false
      startOver()
    }
  }
  /// What is searched for.
  var text = "" { didSet { if text != oldValue { startOver() } } }
  /// In which order.
  var order = DocumentQuery.Order.name { didSet { if order != oldValue { startOver() } } }
  /// What is being named; nil is nothing.
  var naming: Naming?
  /// The document of which the user sees the info; nil is none.
  var info: DocumentInfoModel? { didSet { if info !== oldValue { oldValue?.stopCounting() } } }
  /// The documents that are being moved, until the user chooses a folder.
  var moving: [DocumentPath] = []
  /// The documents that were just deleted, as long as it can be undone here.
  private(set) var thrownAway: [DocumentPath] = []
  /// The documents to remove for good once the user confirms it.
  var removing: [DocumentPath] = []
  /// Whether several are being chosen.
  private(set) var isSelecting = false { didSet { if !isSelecting { selection = [] } } }
  /// What is chosen.
  var selection: Set<DocumentPath> = []
  /// What other programs get to see.
  var outgoing = Outgoing()
  /// The archives that are being made or uncompressed, oldest first.
  var archiving: [ArchiveWork] = []
  /// The archive that the user opened, until the user decides whether to uncompress it.
  var offered: DocumentPath?
  /// Whether the user sees Intray in Files.
  var isInFiles = true
  /// What went wrong with the last thing that was asked for; nil is nothing.
  var problem: String?

  /// The first documents of what there is.
  private(set) var list = DocumentList()
  /// The document that a link led to.
  private(set) var shown: DocumentPath?
  /// The work that changes the list; a caller can await it.
  @ObservationIgnored private(set) var work: Task<Void, Never>?

  @ObservationIgnored private var looking: Task<Void, Never>?
  /// How many are asked for.
  @ObservationIgnored private var limit = pageSize
  /// Why the folder could not be listed, as long as it cannot.
  @ObservationIgnored private var failure: String?
  let library: DocumentLibrary?

  /// Where the user sees Intray's root in Files; nil if it is not shown there.
  let placeInFiles: @Sendable () async -> URL?
  /// Tells other processes that something was changed.
  let changed: @Sendable () async -> Void

  init(
    library: DocumentLibrary?, placeInFiles: @escaping @Sendable () async -> URL? = { nil },
    changed: @escaping @Sendable () async -> Void = {}
  ) {
    self.library = library
    self.placeInFiles = placeInFiles
    self.changed = changed
  }

  /// The folder on screen.
  var folder: DocumentPath { way.last ?? (shownPlace == .trash ? .trash : DocumentPath()) }

  /// What is on screen, as a query.
  private var query: DocumentQuery { DocumentQuery(folder: folder, order: order, text: text, limit: limit) }

  /// Looks at the folder again.
  ///
  /// - Parameter isFresh: whether the index was brought up to date just now.
  func refresh(isFresh: Bool = false) async {
    guard let library else { return }
    info?.lookAgain()
    let asked = query
    let result = await library.list(asked, isFresh: isFresh)
    // The query changed meanwhile; a newer look answers it.
    guard asked == query else { return }
    switch result {
    case .success(let found):
      if found != list { list = found }
      if let failure, problem == failure { problem = nil }
      failure = nil
    // Nothing was ever thrown away.
    case .failure(let error) where error.code == .notFound && folder == .trash: list = DocumentList()
    case .failure(let error) where error.code == .notFound && !way.isEmpty: way.removeLast()
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

  /// Goes to the folder that a document is in and shows the document, or says why it cannot.
  func lead(to path: DocumentPath) {
    run {
      await self.show(path)
      if self.shown == path { await self.present(path) }
    }
  }

  private func show(_ path: DocumentPath) async {
    guard let library else { return problem = Messages.noContainer }
    switch await library.status(of: path) {
    case .success(let status):
      problem = nil
      (place, column) = (.documents, .detail)
      text = ""
      let folder = status.kind == .folder ? path : path.parent
      way = folder.names.indices.map { DocumentPath(Array(folder.names[...$0])) }
      shown = status.kind == .folder ? nil : path
      await refresh()
    case .failure(let error): problem = Messages.cannotFollow(path, error)
    }
  }

  private func show(_ place: SidebarItem) {
    shownPlace = place
    (moving, problem, isSelecting) = ([], nil, false)
    (way, text, list) = ([], "", DocumentList())
    startOver()
  }

  private func startOver() {
    limit = Self.pageSize
    look()
  }

  /// Loads the list again after the current action.
  func look() {
    // A new load cancels an earlier one, but not the user's actions, and begins when it has ended.
    let earlier = looking
    earlier?.cancel()
    let looking = Task {
      await earlier?.value
      await refresh()
    }
    self.looking = looking
    run { await looking.value }
  }

  /// Does something, then looks again.
  func perform(_ body: @escaping (DocumentLibrary) async -> Result<DocumentPath, DiskError>) {
    perform(for: [folder]) { [await body($0)] }
  }

  /// Does something with each of several, then looks again. A failure does not stop the others.
  ///
  /// - Parameters:
  ///   - folder: where they are to be moved, if they are.
  ///   - done: receives where the items are now that were changed.
  private func perform(
    for paths: [DocumentPath], to folder: DocumentPath? = nil,
    _ body: @escaping (DocumentLibrary) async -> DocumentLibrary.Each,
    done: @escaping @MainActor ([DocumentPath]) -> Void = { _ in }
  ) {
    guard let library else { return }
    (problem, thrownAway) = (nil, [])
    outgoing.forgetEdited()
    run {
      var (results, failures): ([DocumentPath], [Failure]) = ([], [])
      for (path, result) in zip(paths, await body(library)) {
        switch result {
        case .success(let path): results.append(path)
        case .failure(let error): failures.append(Failure(path: path, folder: folder, error: error))
        }
      }
      self.problem = Messages.failures(failures, of: paths.count)
      if !results.isEmpty {
        done(results)
        await self.changed()
      }
      await self.refresh()
    }
  }

  /// Begins a piece of work.
  func run(_ body: @escaping @MainActor () async -> Void) {
    work = Task { await body() }
  }
}

/// What the user does with a document.
extension NavigationModel {
  /// Makes a copy of it beside it.
  func duplicate(_ path: DocumentPath) {
    perform { await $0.duplicate(path) }
  }

  /// Takes them up, to be put into another folder.
  func beginMoving(_ paths: [DocumentPath]) {
    moving = paths
  }

  /// Puts what was taken up into the folder on screen.
  func moveHere() {
    let (paths, folder) = (moving, folder)
    moving = []
    perform(for: paths, to: folder) { await $0.move(paths, to: folder) }
  }

  /// Throws them away, into Recently Deleted.
  func throwAway(_ paths: [DocumentPath]) {
    perform(for: paths, { await $0.throwAway(paths) }, done: { self.thrownAway = $0 })
  }

  /// Takes back what was just thrown away.
  func undo() {
    putBack(thrownAway)
  }

  /// Puts them back to where they were.
  func putBack(_ paths: [DocumentPath]) {
    perform(for: paths) { await $0.putBack(paths) }
  }

  /// Whether the user is asked to confirm removing documents for good.
  var isRemoving: Bool {
    get { !removing.isEmpty }
    set { if !newValue { removing = [] } }
  }

  /// Removes them for good. The user has confirmed it.
  func remove(_ paths: [DocumentPath]) {
    removing = []
    perform(for: paths) { await $0.remove(paths) }
  }
}

/// What the user does with several documents.
extension NavigationModel {
  /// Whether several are being chosen, as the list asks it.
  var editMode: EditMode {
    get { isSelecting ? .active : .inactive }
    set { isSelecting = newValue.isEditing }
  }

  /// The selected documents on screen, in their order.
  var selected: [DocumentEntry] {
    list.entries.filter { selection.contains($0.path) }
  }

  /// Chooses all that there are, also those that were not scrolled to yet.
  func selectAll() {
    limit = max(limit, list.total)
    run {
      await self.refresh()
      self.selection = Set(self.list.entries.map(\.path))
    }
  }

  /// Does something with all that is chosen, and ends choosing.
  func withSelected(_ body: ([DocumentPath]) -> Void) {
    let paths = selected.map(\.path)
    isSelecting = false
    body(paths)
  }
}
