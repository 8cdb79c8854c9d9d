import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI

/// One window: where it is, and what lies over it. Each page in it has a ``ListModel`` of its own.
@MainActor
@Observable
final class WindowModel {
  var route = Route()
  /// What is on screen where there is room for one column only.
  var column = NavigationSplitViewColumn.detail
  var sheet: WindowSheet?
  var question: WindowQuestion?
  /// What the user looks through in Quick Look; nil is nothing.
  var preview: PreviewPages?
  var comparison: Comparison?
  /// What the user picks files for; nil while the picker is not on screen.
  var picking: PickingPurpose?
  /// What the user scans, takes or chooses from Photos; nil while nothing of that is on screen.
  var capture: Capture?
  /// As a list or as icons. The last choice is kept for all windows that open later.
  var layout: ViewOptions.Layout { didSet { app.overview.options.keepLayout(layout) } }
  /// Whether the document that is chosen is shown beside the list, where there is room. It is kept as the layout is.
  var showsPreview: Bool { didSet { app.overview.options.keepPreview(showsPreview) } }
  /// Whether there is room for it.
  var isWide = false
  /// The document that is chosen on the page in front; nil is none, or several.
  var chosen: DocumentEntry?
  let notices = Notices()
  let app: HostModel
  /// What the user asked for last, until it is done.
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  /// Takes back what the user did last, by shaking the device or with a keyboard; nil until the window is on screen.
  ///
  /// It holds this model unowned, so what was registered with it goes when the window gets another one, or none:
  /// <https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)>.
  @ObservationIgnored weak var undoManager: UndoManager? {
    didSet { if undoManager !== oldValue { oldValue?.removeAllActions(withTarget: self) } }
  }

  init(_ app: HostModel) {
    self.app = app
    layout = app.overview.options.layout()
    showsPreview = app.overview.options.showsPreview()
  }

  var library: DocumentLibrary { app.library }
  /// What the user can do with documents here.
  var actions: DocumentActions { DocumentActions(window: self) }
  /// Whether something lies over the pages, so that a command is not for them.
  var isCovered: Bool {
    sheet != nil || preview != nil || comparison != nil || question != nil || picking != nil
      || capture != nil
  }

  /// The place that is chosen in the list of places. None leaves on screen what is there.
  var chosenPlace: Place? {
    get { route.place }
    set { if let newValue { go(to: newValue) } }
  }
  /// Whether the user is asked something. SwiftUI sets it to false when the user has answered.
  var isAsking: Bool {
    get { question != nil }
    set { if !newValue { question = nil } }
  }
  /// Whether the file picker is on screen. SwiftUI sets it to false before it says what was picked.
  var isPicking: Bool {
    get { picking != nil }
    set { if !newValue { picking = nil } }
  }

  func run(_ body: @escaping @MainActor () async -> Void) {
    work = Task { await body() }
  }

  /// Goes to a place, unless the window is there.
  func go(to place: Place) {
    guard place != route.place else { return }
    (route, notices.problem) = (Route(place), nil)
  }

  /// Goes into a folder of the place on screen; from another place, to its place in Documents.
  func enter(_ folder: DocumentPath) {
    if route.place.hasFolders { route.path.append(.folder(folder)) } else { showInFolder(folder) }
  }

  /// Goes to the folder that something is in, or into it when it is a folder, and marks its row.
  func showInFolder(_ path: DocumentPath) { run { await self.show(path) } }

  /// Follows a link to a document, or says why it cannot.
  func follow(_ url: URL) async {
    switch DocumentLink(url) {
    case .path(let path)?: await show(path)
    case .item(let item)?:
      do throws(DiskError) {
        try await library.index.update()
        guard let document = await library.index.entry(of: item) else { throw DiskError(.notFound, at: "") }
        await show(document.path)
      } catch {
        notices.problem = Messages.action(error)
      }
    case nil: notices.problem = Messages.cannotOpen(url)
    }
  }

  private func show(_ path: DocumentPath) async {
    do throws(DiskError) {
      let status = try await library.run { [library] _ throws(DiskError) in
        try library.container.entry(path).status()
      }
      (column, notices.problem) = (.detail, nil)
      let isFolder = status.kind == .folder && path.names.last?.isPackage != true
      route = Route(documents: isFolder ? path : path.parent, marking: isFolder ? nil : path)
    } catch {
      notices.problem = Messages.cannotFollow(path, error)
    }
  }
}

/// Where a window is: a place, and the pages that were gone into, outermost first.
struct Route: Hashable {
  /// A page above the first one of a place.
  enum Step: Hashable {
    case folder(DocumentPath)
    case share(ShareID)
  }

  var place = Place.documents
  var path: [Step] = []
  /// The document whose row is marked when its page comes; it is not kept.
  var marked: DocumentPath?
  /// Whether the page shows its search field when it comes; it is not kept.
  var seeks = false

  init(_ place: Place = .documents) { self.place = place }

  /// The way to a folder of Documents.
  init(documents folder: DocumentPath, marking document: DocumentPath? = nil) {
    path = folder.names.indices.map { .folder(DocumentPath(Array(folder.names[...$0]))) }
    marked = document
  }

  /// The folder on top; that of the place when none was gone into.
  var folder: DocumentPath {
    if case .folder(let folder)? = path.last { return folder }
    return place == .trash ? .trash : DocumentPath()
  }
}

/// As the system keeps the place of a window for its next life. It is not `RawRepresentable`: two of these are equal when their raw
/// values are, which lack some of a route.
extension Route {
  /// Reads what ``kept`` wrote; nil for anything else.
  init?(kept: String) {
    // What another version wrote is no route.
    guard let route = try? JSONDecoder().decode(Kept.self, from: Data(kept.utf8)) else { return nil }
    self.init(route.place)
    // A share is one of the moment: only folders are gone into again.
    path = route.folders.map { .folder($0) }
  }

  var kept: String {
    let folders = path.compactMap { if case .folder(let folder) = $0 { folder } else { nil } }
    // Texts always have a JSON form.
    let kept = try? JSONEncoder().encode(Kept(place: place, folders: folders))
    return String(decoding: kept ?? Data(), as: UTF8.self)
  }

  private struct Kept: Codable {
    var place: Place
    var folders: [DocumentPath]
  }
}

/// Where documents are that the user can look at: see ``DocumentSource``.
enum Place: Codable, Hashable {
  case recents, documents, links, conflicts, cloud, trash
  /// What has a tag of this name.
  case tag(String)

  /// Whether the user goes into the folders there. Elsewhere a folder leads to its place in Documents.
  var hasFolders: Bool { [.documents, .cloud, .trash].contains(self) }
}

/// What a window tells of the last thing that was asked for.
@MainActor
@Observable
final class Notices {
  /// What became of it, where the user can do something about that.
  enum Outcome {
    /// An edited version is beside the document.
    case edited(EditedVersion)
    /// The old version of this document is in Recently Deleted.
    case replaced(DocumentPath)
    /// Where it is, and whether that is not where it was.
    case recovered(DocumentPath, isElsewhere: Bool)
    /// These are in Recently Deleted.
    case deleted([DocumentActions.Change])
  }

  /// What went wrong; nil is nothing.
  var problem: String?
  var outcome: Outcome?

  /// The user does something else: what was said of the last thing goes.
  func forget() { (problem, outcome) = (nil, nil) }
}

/// A sheet over a window. A window shows one at a time.
enum WindowSheet: Identifiable {
  case naming(NamingModel)
  case edit(TextEditing)
  case info(DocumentInfoModel)
  case cloudInfo(DocumentEntry)
  case move([DocumentEntry])
  case note(DocumentPath)
  case paste
  /// A file for another app; a copy that was made for it is released at the end.
  case share(URL, PreviewCopies.PreviewCopy?)
  case work
  case settings
  case help

  /// What tells two sheets apart: another one takes its place.
  enum ID: Hashable {
    case object(ObjectIdentifier)
    case path(DocumentPath)
    case file(URL)
    case move, note, paste, work, settings, help
  }

  var id: ID {
    switch self {
    case .naming(let model): .object(ObjectIdentifier(model))
    case .edit(let model): .object(ObjectIdentifier(model))
    case .info(let model): .object(ObjectIdentifier(model))
    case .cloudInfo(let entry): .path(entry.path)
    case .move: .move
    case .note: .note
    case .paste: .paste
    case .share(let file, _): .file(file)
    case .work: .work
    case .settings: .settings
    case .help: .help
    }
  }
}

/// A question over a window. A window asks one at a time.
enum WindowQuestion {
  /// Whether these are to be removed for good.
  case remove([DocumentEntry])
  /// Whether these of iCloud are to be deleted, which are not all on this device.
  case removeFromCloud([DocumentEntry])
  /// Whether an item that was not taken in is to be deleted.
  case discard(DrainOutcome)
  /// Whether an address is to be opened that is no page of the web.
  case open(URL)
}

enum PickingPurpose {
  case addition(to: DocumentPath)
  /// To put a copy of one in the place of a document.
  case replacement(of: SeenDocument)

  /// Whether the user may pick several, and folders.
  var takesSeveral: Bool { if case .addition = self { true } else { false } }
}
