import Foundation
import IntrayCore
import Observation
import SwiftUI

/// iCloud Drive in one window: the folder on screen, what is in it, the search, the order and what is chosen.
@MainActor
@Observable
final class CloudNavigation {
  /// iCloud for all windows.
  let cloud: CloudModel
  /// The folders that were gone into, outermost first.
  var path: [DocumentPath] = [] {
    didSet {
      guard path != oldValue else { return }
      (listed, text, isSelecting) = (nil, "", false)
      look()
    }
  }
  /// The words that are searched for, below the folder.
  var text = "" { didSet { if text != oldValue { look() } } }
  /// In which order. The choice is kept.
  var order: DocumentQuery.Order { didSet { options.keepOrder(.init(order), Self.kept) } }
  /// The documents to remove for good once the user confirms it.
  var removing: [CloudEntry] = []
  /// The copy of a document that Quick Look shows. If the app is killed meanwhile, the app removes it when it is next opened.
  var previewing: PreviewPage? { didSet { if let copy = oldValue?.copy { cloud.release(copy) } } }
  var sharing: PreviewCopies.PreviewCopy? { didSet { if let oldValue { cloud.release(oldValue) } } }
  @ObservationIgnored var beginRenaming: @MainActor (CloudEntry) -> Void = { _ in }
  var info: CloudEntry?
  var isSelecting = false { didSet { if !isSelecting { selection = [] } } }
  var selection: Set<DocumentPath> = []
  @ObservationIgnored private(set) var work: Task<Void, Never>?

  /// Whether the window has looked at iCloud Drive, so that it is looked at again after a change.
  @ObservationIgnored private(set) var isFollowed = false
  /// What was found; nil before the first listing.
  private var listed: [CloudEntry]?
  /// How many looks have begun, and the number of the last one whose result was taken.
  @ObservationIgnored private var looks = (begun: 0, taken: 0)
  private let options: ViewOptions
  @ObservationIgnored private var failure: String?

  /// Under which name the order is kept.
  private static let kept = "iCloud"

  init(_ cloud: CloudModel, options: ViewOptions) {
    self.cloud = cloud
    self.options = options
    order = options.order(Self.kept)?.by ?? .name
  }

  var folder: DocumentPath { path.last ?? DocumentPath() }

  /// What is on screen, in order, folders first; nil until the first listing.
  var entries: [CloudEntry]? { listed?.sorted { $0.precedes($1, by: order) } }

  var selected: [CloudEntry] { (entries ?? []).filter { selection.contains($0.path) } }

  /// Forgets what another account had.
  func reset() {
    (listed, removing, failure, info, previewing, sharing) = (nil, [], nil, nil, nil, nil)
    path = []
  }

  func refresh() async {
    isFollowed = true
    guard cloud.isSignedIn, let drive = cloud.cloud else { return }
    let asked = (folder, text)
    looks.begun += 1
    let number = looks.begun
    do throws(CloudError) {
      let found =
        text.isEmpty
        ? try await drive.list(folder, in: .cloudDocuments)
        : try await drive.search(text, below: folder, in: .cloudDocuments)
      guard counts(number, of: drive, asked) else { return }
      listed = found
      if let failure, cloud.problem == failure { cloud.problem = nil }
      failure = nil
    } catch {
      guard counts(number, of: drive, asked) else { return }
      switch error {
      case .cancelled: break
      // iCloud Drive has no folder for Intray before the first document is put there.
      case .notFound where path.isEmpty: listed = []
      case .notFound: path.removeLast()
      default:
        failure = Messages.cloud(error)
        cloud.problem = failure
        await cloud.renew()
      }
    }
  }

  /// Whether the result of a look counts: its account, folder and search are still on screen, its task is not cancelled, and none
  /// that began later, and so knows more, was taken.
  private func counts(_ number: Int, of drive: Cloud, _ asked: (DocumentPath, String)) -> Bool {
    guard drive.account == cloud.cloud?.account, asked == (folder, text), !Task.isCancelled else {
      return false
    }
    looks.taken = max(looks.taken, number)
    return looks.taken == number
  }

  /// Looks at the folder, and again after each change that this device or another one makes, until its task is cancelled.
  func follow() async {
    // Listen before the look, so that no change in between is missed.
    let updates = cloud.library.drive.updates()
    await refresh()
    for await _ in updates { await refresh() }
  }

  /// Shows what becomes of a document that is on its way, as it happens, until its task is cancelled.
  func follow(_ path: DocumentPath) async {
    guard let drive = cloud.cloud else { return }
    // What cannot be followed is shown as it was found.
    guard let changes = try? await drive.changes(of: path, in: .cloudDocuments) else { return }
    for await status in changes {
      guard let index = listed?.firstIndex(where: { $0.path == path }) else { return }
      listed?[index].status = status
    }
  }

  /// Lists the folder again after the current action.
  func look() {
    let earlier = work
    earlier?.cancel()
    work = Task { await refresh() }
  }

  /// Shows a document in Quick Look; fetches it first, if it has to.
  func open(_ entry: CloudEntry) {
    cloud.open(entry.path) { copy in
      // Another tap was faster.
      if self.previewing == nil {
        self.previewing = PreviewPage(entry.path, copy)
      } else {
        self.cloud.release(copy)
      }
    }
  }

  /// Shares a copy of a document; fetches it first, if it has to.
  func share(_ entry: CloudEntry) {
    cloud.open(entry.path) { self.sharing = $0 }
  }

  /// Deletes documents. If some cannot be put back, the user must confirm first.
  func delete(_ entries: [CloudEntry]) {
    // Only a scan of the whole folder could find out whether all of it is on this device.
    if entries.contains(where: { $0.isFolder || !$0.status.isCurrent }) {
      removing = entries
    } else {
      remove(entries)
    }
  }

  /// Deletes documents. The user has confirmed it, or need not.
  func remove(_ entries: [CloudEntry]) {
    removing = []
    for entry in entries { cloud.remove(entry.path) }
  }

  /// Does something with each that is chosen, and ends choosing.
  func withSelected(_ body: ([CloudEntry]) -> Void) {
    let entries = selected
    isSelecting = false
    body(entries)
  }
}

extension CloudEntry {
  var isFolder: Bool { status.kind == .folder }
  var name: String { path.names.last?.description ?? "" }

  /// Whether it comes first: folders before documents, then by the order, then by name.
  fileprivate func precedes(_ other: CloudEntry, by order: DocumentQuery.Order) -> Bool {
    if isFolder != other.isFolder { return isFolder }
    switch order {
    // iCloud does not know when a document came.
    case .modified, .added, .changed:
      if status.modified != other.status.modified {
        return status.modified.map { time in other.status.modified.map { time > $0 } ?? true } ?? false
      }
    case .size:
      if status.size != other.status.size { return (status.size ?? 0) > (other.status.size ?? 0) }
    case .kind:
      let (ending, otherEnding) = ((name as NSString).pathExtension, (other.name as NSString).pathExtension)
      if ending != otherEnding { return ending.localizedStandardCompare(otherEnding) == .orderedAscending }
    case .name: break
    }
    return name.localizedStandardCompare(other.name) == .orderedAscending
  }
}
