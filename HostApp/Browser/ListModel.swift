import Foundation
import IntrayCore
import Observation
import SwiftUI

/// One page on screen: what it lists, in which order, what is searched for, and what of it is chosen. A command works on this, so it
/// reaches nothing that the page does not show.
@MainActor
@Observable
final class ListModel {
  /// How many rows are asked for at once: some screens full.
  static let pageSize = 200

  /// The words of a search, and what narrows it.
  struct Search: Equatable {
    var text = ""
    var tokens: [SearchToken] = []
    /// Whether the search field has the focus.
    var isShown = false
  }

  /// What of it is chosen.
  private struct Choice {
    var isOn = false
    var paths: Set<DocumentPath> = []
    /// Whether all are, also those that are yet to be read.
    var isOfAll = false
  }

  let source: any DocumentSource
  private let step: Route.Step?
  /// The window that the page is in.
  let window: WindowModel
  /// The first documents of what there is.
  private(set) var list = DocumentList()
  /// What was answered last, also by a failure; nil while the list is yet to be read.
  private(set) var answered: Request?
  /// Whether the list is what the source has.
  var isListed: Bool { answered != nil && failure == nil }
  /// Why it could not be listed last, in a sentence; nil when it could.
  private(set) var failure: String?
  var search = Search()
  /// The documents that have the words of a search in their contents, as far as is known.
  private var inside: (text: String, found: [Set<FileSnapshot>]) = ("", [])
  /// Whether contents are being searched and names were: what was found so far may not be all.
  private(set) var isLookingInside = false
  private var choice = Choice()
  /// The row that the keys of a keyboard are for.
  var cursor: DocumentPath?
  private(set) var sorting: ViewOptions.Order
  private var limit = pageSize

  /// - Parameter step: the page that was gone into; nil is the first of a place.
  init(_ source: any DocumentSource, at step: Route.Step? = nil, in window: WindowModel) {
    (self.source, self.step, self.window) = (source, step, window)
    sorting = source.orderKeys.lazy.compactMap(window.app.overview.options.order).first ?? source.order
  }

  var actions: DocumentActions { window.actions }
  var isSearching: Bool { !search.tokens.isEmpty || !search.text.allSatisfy(\.isWhitespace) }
  /// Whether several are being chosen.
  var isSelecting: Bool {
    get { choice.isOn }
    set { if newValue { choice.isOn = true } else { choice = Choice() } }
  }
  var selection: Set<DocumentPath> {
    get { choice.paths }
    set { choice.paths = newValue }
  }
  var isSearchShown: Bool {
    get { search.isShown }
    set { search.isShown = newValue }
  }
  /// In which order. What the user chooses is kept for the place.
  var order: DocumentQuery.Order {
    get { sorting.by }
    set { sort(ViewOptions.Order(newValue)) }
  }
  var isReversed: Bool {
    get { sorting.isReversed }
    set { sort(ViewOptions.Order(order, isReversed: newValue)) }
  }

  private func sort(_ order: ViewOptions.Order) {
    if let key = source.orderKeys.first { window.app.overview.options.keepOrder(order, key) }
    sorting = order
  }

  /// What is asked for: a page asks again when this is another value.
  struct Request: Equatable {
    fileprivate var query: DocumentQuery
    fileprivate var revision: Int
    /// That of the contents, where words are searched for.
    fileprivate var contents: Int
  }

  var request: Request {
    Request(
      query: query, revision: window.app.overview.revision,
      contents: searchesInside ? window.app.contents.revision : 0)
  }

  /// Whether words are searched for in contents, too.
  private var searchesInside: Bool { source.verbs.contains(.documents) && !search.text.isEmpty }

  private var query: DocumentQuery {
    // The scope is the source's.
    var query = DocumentQuery(
      scope: .all, order: order, isReversed: isReversed, text: search.text, range: 0..<limit)
    query.kindWords = DocumentKind.named(in: search.text)
    query.timeWords = DocumentQuery.times(in: search.text)
    for token in search.tokens {
      switch token {
      case .kind(let kind): query.kinds.insert(kind)
      case .tag(let name): query.tags.insert(name)
      }
    }
    return query
  }

  /// Reads the list. A page calls this in a task for each ``request``. What an older one found counts for nothing, in whichever order
  /// the two end.
  func load() async {
    let asked = request
    // A page that comes, or comes back, looks for itself: no event may have told of the last change.
    let comes = answered == nil || answered == asked
    let isFresh = window.app.overview.isFresh && !comes
    var query = asked.query
    if inside.text == query.text { query.found = inside.found }
    isLookingInside = searchesInside
    // The app was just opened, and has yet to look at the folder. The rows are the same if the page asks once more meanwhile.
    if list.entries.isEmpty, !isFresh, !window.app.hasLooked, let first = await source.glance(query),
      list.entries.isEmpty, query == self.query
    {
      (list, answered) = (first, asked)
    }
    show(await source.list(query, isFresh: isFresh), for: asked)
    guard searchesInside, !Task.isCancelled, asked == request else { return }
    inside = (query.text, await window.app.contents.find(query.text))
    if inside.found != query.found {
      query.found = inside.found
      show(await source.list(query, isFresh: true), for: asked)
    }
    if asked == request { isLookingInside = false }
  }

  /// Shows what was found for a request, unless there is a newer one.
  private func show(_ found: Result<DocumentList, ListFailure>, for asked: Request) {
    guard !Task.isCancelled, asked == request else { return }
    switch found {
    case .success(let found):
      if found != list { list = found }
      answered = asked
      if failure != nil { failure = nil }
      if choice.isOfAll { selectAll() }
    case .failure(.gone):
      // The page goes, and with it the pages above it.
      if let index = window.route.path.firstIndex(where: { $0 == step }) {
        window.route.path.removeSubrange(index...)
      }
    case .failure(.cancelled): break
    case .failure(.failed(let sentence)): (failure, answered) = (sentence, asked)
    }
  }

  /// The words of the search, where a document has them in its contents.
  func wordsInside(_ entry: DocumentEntry) -> String? {
    let isInside = isSearching && inside.found.contains { $0.contains(entry.contents) }
    return isInside && inside.text == search.text ? inside.text : nil
  }

  /// Shows what becomes of a document of iCloud that is on its way, as it happens, until its task is cancelled.
  func follow(_ entry: DocumentEntry) async {
    guard let changes = await window.app.cloud.changes(of: entry.path) else { return }
    for await status in changes {
      guard let index = list.entries.firstIndex(where: { $0.path == entry.path }) else { return }
      list.entries[index].cloud = status
    }
  }

  /// A row came into sight: the last one brings more.
  ///
  /// - Parameter share: the share that the row stands for, of which this is the last document that was read.
  func appeared(_ entry: DocumentEntry, asRowOf share: ShareID? = nil) {
    window.app.recents.saw(entry, asRowOf: share)
    guard entry == list.entries.last, list.entries.count < list.total else { return }
    limit += Self.pageSize
  }

  /// Chooses all that there are. Those that were not scrolled to yet the page asks for first.
  func selectAll() {
    isSelecting = true
    choice.isOfAll = list.entries.count < list.total
    if choice.isOfAll { limit = max(limit, list.total) } else { selection = Set(list.entries.map(\.path)) }
  }

  func toggle(_ path: DocumentPath) {
    if selection.remove(path) == nil { selection.insert(path) }
  }

  /// The chosen documents, in their order.
  var selected: [DocumentEntry] { list.entries.filter { selection.contains($0.path) } }

  /// What a command is for: all that is chosen, or else the row that the keys are for. The row of a share is no document.
  var commanded: [DocumentEntry] {
    if isSelecting { return selected }
    return commandedShare == nil ? list.entries.filter { $0.path == cursor } : []
  }

  /// The document that can be shown beside the list.
  var chosen: DocumentEntry? {
    let entries = commanded
    return entries.count == 1 && !entries[0].isFolder && entries[0].cloud == nil ? entries[0] : nil
  }

  /// The share whose row the keys are for; nil where that is a document, or nothing.
  var commandedShare: ShareID? {
    guard isByShare, cursor != nil else { return nil }
    return RecentGroup.all(in: list).first { $0.id == cursor && $0.count > 1 }?.shareID
  }

  /// What the menu of a row is for: the row, or all that is chosen if it is one of them.
  func meant(by entry: DocumentEntry) -> [DocumentEntry] {
    isSelecting && selection.contains(entry.path) ? selected : [entry]
  }

  /// Does something with all that a command is for, and ends choosing.
  func withCommanded(_ body: ([DocumentEntry]) -> Void) {
    let entries = commanded
    isSelecting = false
    if !entries.isEmpty { body(entries) }
  }

  /// The user taps a row. Beside the list a document is shown by the first tap, and opened by the next.
  func open(_ entry: DocumentEntry) {
    let isShownBeside = window.isWide && window.showsPreview && entry.cloud == nil
    if isShownBeside, !entry.isFolder, !entry.isLink, cursor != entry.path {
      cursor = entry.path
    } else {
      actions.open(entry, among: list.entries)
    }
  }

  /// The rows in their order: what the arrows of a keyboard go through.
  var rows: [DocumentPath] {
    isByShare ? RecentGroup.all(in: list).map(\.id) : list.entries.map(\.path)
  }

  /// Whether what was shared together is one row.
  var isByShare: Bool { source.rows == .shares && order == .added && !isReversed && !isSelecting }
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

extension DocumentQuery {
  /// How many years back a month is looked for: no document of a device is older.
  private static let mostYears = 40

  /// The times that the words of a text name: today, yesterday, a month of any year, and a year.
  static func times(
    in text: String, now: Date = .now, calendar: Calendar = .current
  ) -> [String: [Range<FileTime>]] {
    let thisYear = calendar.component(.year, from: now)
    func range(_ part: Calendar.Component, _ day: Date?) -> Range<FileTime>? {
      day.flatMap { calendar.dateInterval(of: part, for: $0) }.map { FileTime($0.start)..<FileTime($0.end) }
    }
    let months = [calendar.monthSymbols, calendar.standaloneMonthSymbols].map { $0.map { $0.lowercased() } }
    var times: [String: [Range<FileTime>]] = [:]
    for word in text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) {
      if word == String(localized: "Today").lowercased() {
        times[word] = [range(.day, now)].compactMap(\.self)
      } else if word == String(localized: "Yesterday").lowercased() {
        times[word] = [range(.day, calendar.date(byAdding: .day, value: -1, to: now))].compactMap(\.self)
      } else if let index = months.lazy.compactMap({ $0.firstIndex(of: word) }).first {
        times[word] = (thisYear - mostYears...thisYear).compactMap {
          range(.month, calendar.date(from: DateComponents(year: $0, month: index + 1)))
        }
      } else if let year = Int(word), (thisYear - mostYears...thisYear).contains(year) {
        times[word] = [range(.year, calendar.date(from: DateComponents(year: year)))].compactMap(\.self)
      }
    }
    return times
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
