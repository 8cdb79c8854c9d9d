import Foundation
import SwiftUI
import Testing

@testable import HostApp
@testable import IntrayCore

/// The user at one window of the app. Without a screen it plays the part of the page in front, too: it makes the list's model, and reads
/// the list whenever something else is asked for. With a screen the pages on it do that.
@MainActor
final class WindowDriver {
  let window: WindowModel
  #if canImport(AppleFoundation)
    /// The screen that shows the window; nil without one.
    var harness: ViewHarness?
  #endif
  /// The pages that were gone into, as a stack keeps them.
  private var pages: [(step: Route.Step?, place: Place, page: ListModel)] = []

  init(_ window: WindowModel) { self.window = window }

  /// A window of its own over the same documents.
  convenience init(_ app: HostModel) {
    let window = WindowModel(app)
    app.windows.bringToFront(window)
    self.init(window)
  }

  var app: HostModel { window.app }
  var library: DocumentLibrary { window.library }
  var actions: DocumentActions { window.actions }

  /// The page in front.
  var page: ListModel {
    #if canImport(AppleFoundation)
      if let shown = harness?.focused(ListModel.self) {
        pages = [(window.route.path.last, window.route.place, shown)]
        return shown
      }
    #endif
    let (step, place) = (window.route.path.last, window.route.place)
    // What is not on the way to the page on top is gone.
    let onTheWay = [nil] + window.route.path.map { Optional($0) }
    pages = pages.filter { $0.place == place && onTheWay.contains($0.step) }
    if let known = pages.first(where: { $0.step == step }) { return known.page }
    let page = ListModel(app.source(place, step), at: step, in: window)
    if window.route.seeks { (page.isSearchShown, window.route.seeks) = (true, false) }
    if let marked = window.route.marked { (page.cursor, window.route.marked) = (marked, nil) }
    pages.append((step, place, page))
    return page
  }

  /// The user does something, and waits until it is done and the list shows it.
  func finish(_ act: (WindowDriver) throws -> Void) async rethrows {
    try act(self)
    await settle()
  }

  /// Waits until nothing of the window is under way, and the page in front shows what there is.
  func settle() async {
    var last: Task<Void, Never>?
    repeat {
      last = window.work
      await last?.value
      await app.cloud.work?.value
      await sync()
    } while window.work != last
  }

  /// Waits until a condition holds, and reads the page in front meanwhile whenever it asks for something else, as a page on screen does.
  func wait(until condition: () -> Bool) async throws {
    while true {
      await sync()
      if condition() { return }
      try await until { condition() || page.request != page.answered }
    }
  }

  private func sync() async {
    #if canImport(AppleFoundation)
      if let harness {
        _ = harness.text
        // A page that something lies over is not read.
        guard harness.focused(ListModel.self) != nil else { return }
        // From now on it is known, also while something lies over it.
        let page = self.page
        try? await harness.wait(atMost: .seconds(300)) { _ in
          page.answered == page.request
            || harness.focused(ListModel.self) !== page
        }
        if harness.focused(ListModel.self) !== page { await sync() }
        return
      }
    #endif
    await app.overview.look(in: library)
    var page = self.page
    while page.answered != page.request {
      await page.load()
      // The folder may be gone, and its page with it.
      page = self.page
    }
  }

  /// What the user asked for last, until it is done and seen.
  var work: Task<Void, Never>? {
    let work = window.work
    return Task {
      await work?.value
      await sync()
    }
  }

  // MARK: What is on screen

  var list: DocumentList { page.list }
  /// The paths that are listed.
  var listed: [String] { list.entries.map(\.path.description) }
  var problem: String? { page.failure ?? window.notices.problem }

  /// What is listed of a name.
  func entry(_ path: DocumentPath) -> DocumentEntry {
    list.entries.first { $0.path == path } ?? DocumentEntry(missing: path)
  }

  func entry(_ path: String) -> DocumentEntry {
    entry(DocumentPath(path.split(separator: "/").map { FileName(String($0)) }))
  }

  func entries(_ paths: String...) -> [DocumentEntry] { paths.map(entry) }

  var thrownAway: [DocumentActions.Change] {
    if case .deleted(let changes)? = window.notices.outcome { changes } else { [] }
  }
  var edited: EditedVersion? {
    if case .edited(let edited)? = window.notices.outcome { edited } else { nil }
  }
  var replaced: DocumentPath? {
    if case .replaced(let path)? = window.notices.outcome { path } else { nil }
  }
  var recovered: (path: DocumentPath, isElsewhere: Bool)? {
    if case .recovered(let path, let isElsewhere)? = window.notices.outcome {
      (path, isElsewhere)
    } else {
      nil
    }
  }
  var info: DocumentInfoModel? { if case .info(let info)? = window.sheet { info } else { nil } }
  var naming: NamingModel? { if case .naming(let naming)? = window.sheet { naming } else { nil } }
  var moving: [DocumentEntry] { if case .move(let entries)? = window.sheet { entries } else { [] } }
  var sharing: URL? { if case .share(let file, _)? = window.sheet { file } else { nil } }
  var parcel: PreviewCopies.PreviewCopy? { if case .share(_, let copy)? = window.sheet { copy } else { nil } }
  var removing: [DocumentEntry] { if case .remove(let entries)? = window.question { entries } else { [] } }
  var previewing: PreviewCopies.PreviewCopy? { window.preview?.shown.copy }

  // MARK: Where the window is

  var place: Place {
    get { window.route.place }
    set { window.go(to: newValue) }
  }
  /// The folders that were gone into.
  var path: [DocumentPath] {
    get { window.route.path.compactMap { if case .folder(let folder) = $0 { folder } else { nil } } }
    set { window.route.path = newValue.map { .folder($0) } }
  }
  var folder: DocumentPath { window.route.folder }

  /// The user goes into a folder.
  func enter(_ folder: DocumentPath) async { await finish { $0.path.append(folder) } }

  /// The user looks again.
  func refresh() async {
    app.overview.raise()
    await settle()
  }

  // MARK: What the user does

  /// Chooses rows, as the list on screen does.
  func select(_ names: String...) {
    page.isSelecting = true
    page.selection = Set(list.entries.map(\.path).filter { names.contains($0.names.last?.description ?? "") })
  }

  func delete(_ paths: String...) { actions.delete(paths.map(entry)) }

  func preview(_ path: String) { actions.preview(entry(path), among: list.entries) }

  func showInfo(_ path: String) { actions.showInfo(entry(path)) }

  /// Quick Look opens, and the user writes on what it shows.
  func markUp(_ path: String) async throws {
    await finish { $0.preview(path) }
    guard let url = previewing?.url else { throw CocoaError(.fileNoSuchFile) }
    try Data("scribbled".utf8).write(to: url)
  }

  /// Quick Look closes.
  func closePreview() async {
    let pages = window.preview
    window.preview = nil
    // With a screen the view says it.
    if let pages, !hasScreen { actions.endPreview(of: pages) }
    await settle()
  }

  /// The versions that were compared close.
  func closeComparison() async {
    let comparison = window.comparison
    window.comparison = nil
    if let comparison, !hasScreen { await actions.release(comparison.versions) }
    await settle()
  }

  /// The user puts the edited version in the place of the document.
  func replaceOriginal() async {
    await finish { browser in browser.edited.map { browser.actions.settle($0, .replace) } }
  }

  /// The user chooses where what the sheet is about is moved to.
  func move(to folder: DocumentPath) async {
    let documents = moving.map(\.seen)
    window.sheet = nil
    await finish { $0.actions.move(documents, to: folder) }
  }

  /// The share sheet closes.
  func endSending() async {
    let copy = parcel
    window.sheet = nil
    if let copy, !hasScreen { actions.release(copy) }
    await settle()
  }

  private var hasScreen: Bool {
    #if canImport(AppleFoundation)
      harness != nil
    #else
      false
    #endif
  }

  /// The user types a name, and saves.
  func type(_ name: String) async {
    naming?.text = name
    await naming?.save()
    await settle()
  }
}

extension DocumentEntry {
  /// What the user saw at a path that no list has any more.
  init(missing path: DocumentPath) {
    self.init(
      folder: path.parent, kind: .file, name: path.names.last ?? "", size: 0,
      identity: SeenIdentity(file: FileID(0)),
      modified: FileTime(seconds: 0), changed: FileTime(seconds: 0))
  }
}

extension HostModel {
  /// The user at the window in front; a new one, when there is none.
  var browser: WindowDriver { AppFolder.current.driver(of: self) }
}
