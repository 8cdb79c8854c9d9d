import Foundation
import Shared
import SwiftUI
import UIKit

/// What other programs get to see of the documents at the moment.
struct Outgoing {
  /// What Quick Look has shown, until it is off the screen: until then it may still write.
  var closing: [PreviewCopies.PreviewCopy] = []
  /// The edited versions that are being taken in.
  var keeping: Task<Void, Never>?
  /// The parcel that is being sent; nil is none.
  fileprivate(set) var parcel: PreviewCopies.PreviewCopy?
  /// What the user shares from Quick Look; nil is nothing.
  fileprivate(set) var shared: URL?
  /// Opens an address in the app that it leads to, and answers whether the system could.
  var open: @MainActor (URL) async -> Bool = { await UIApplication.shared.open($0) }
  /// The edited version of a document, until the user does something else.
  var edited: EditedVersion?
  /// Where the document is whose old version the user has replaced, until the user does something else.
  var replaced: DocumentPath?

  /// Where the document is that the user recovered last, until the user does something else, and whether that is not where it was.
  var recovered: (path: DocumentPath, isElsewhere: Bool)?

  /// The user does something else.
  mutating func forgetEdited() { (edited, replaced, recovered) = (nil, nil, nil) }
}

/// What the user picks files for.
enum PickingPurpose {
  /// To add copies of them to a folder.
  case addition(to: DocumentPath)
  /// To put a copy of one in the place of a document.
  case replacement(of: SeenDocument)

  /// Whether the user may pick several, and folders.
  var takesSeveral: Bool { if case .addition = self { true } else { false } }
}

/// What the user picks. A window has one file picker: of two in one view, or one around the other, one does not open.
extension NavigationModel {
  /// Asks for files.
  func pick(for purpose: PickingPurpose) { (picking, isPicking) = (purpose, true) }

  /// The user picked files, or the system could not show the picker.
  func picked(_ result: Result<[URL], any Error>, _ importer: Importer) {
    isPicking = false
    switch picking {
    case .addition(let folder): importer.pick(result, into: folder)
    case .replacement(let document): replace(document, by: result)
    }
  }
}

/// What the user sends.
extension NavigationModel {
  /// Packs documents as a parcel, and then asks whom to send it to. One parcel at a time.
  func send(_ paths: [DocumentPath]) {
    let title = String(localized: "Packing a parcel")
    guard !works.contains(where: { $0.title == title }), !paths.isEmpty else { return }
    problem = nil
    perform(title) { [library] in
      await library.run { _ in
        var culprit: DocumentPath?
        let packed = Result { () throws(DiskError) in
          try library.previewCopies.pack(paths, copier: Copier(isCancelled: { Task.isCancelled })) {
            culprit = $0
          }
        }
        return (packed, culprit)
      }
    } done: { packed, culprit in
      switch packed {
      case .success(let copy): self.outgoing.parcel = copy
      case .failure(let error): self.problem = Messages.notSent(culprit?.description, error)
      }
    }
  }

  /// What the share sheet is for: the parcel, what the user shares from Quick Look, or a copy of a document of iCloud.
  var sharing: URL? { outgoing.parcel?.url ?? outgoing.shared ?? drive.sharing?.url }

  /// Shares the preview copy on screen, with what the user has marked up.
  func shareLookedAt() { outgoing.shared = previewing?.url }

  /// The user sent it, or cancelled.
  func endSending() {
    outgoing.shared = nil
    drive.sharing = nil
    guard let copy = outgoing.parcel else { return }
    outgoing.parcel = nil
    run { await self.library.release(copy) }
  }
}

/// What is to be seen above the bottom edge of a list.
extension NavigationModel {
  /// What the user must know of this window, of what is being added, and of iCloud.
  func banners(_ importer: Importer? = nil) -> [Banner] {
    let own = [
      problem.map { Banner.problem($0) { self.problem = nil } }, conflictBanner, editBanner,
      replacementBanner,
    ]
    return own.compactMap(\.self) + works.map(\.banner) + (importer?.banners ?? []) + drive.cloud.banners
      + [recoveryBanner, deletionBanner].compactMap(\.self)
  }

  /// That there are conflicts, until the user has decided on all.
  private var conflictBanner: Banner? {
    if conflicts == 0 || ![.documents, .recents].contains(shownPlace) { return nil }
    return Banner(
      id: "conflicts", text: Text("\(conflicts) documents have another version"),
      mark: .symbol("exclamationmark.arrow.triangle.2.circlepath"),
      actions: [.init(title: "Review") { self.place = .conflicts }])
  }

  private var recoveryBanner: Banner? {
    outgoing.recovered.map { path, isElsewhere in
      Banner(
        id: "recovered",
        text: isElsewhere
          ? Text("“\(path.description)” was recovered. Its folder no longer exists.")
          : Text("“\(path.description)” was recovered."),
        actions: [.init(title: "Show") { self.showInFolder(path) }])
    }
  }

  private var deletionBanner: Banner? {
    thrownAway.first.map { change in
      // The name that the user saw; in Recently Deleted it may be another one.
      let name = change.old.names.last?.description ?? ""
      return Banner(
        id: "deleted",
        text: thrownAway.count == 1
          ? Text("“\(name)” is in Recently Deleted.")
          : Text("\(thrownAway.count) items are in Recently Deleted."),
        announcement: String(localized: "“\(name)” is in Recently Deleted."),
        actions: [.init(title: "Undo", perform: undo)])
    }
  }
}

/// The share sheet over a file: a parcel, or what Quick Look shows.
struct ShareSheet: UIViewControllerRepresentable {
  let file: URL
  /// Called once, when the user sent it or cancelled: no process reads the file any more.
  let done: @MainActor () -> Void

  func makeUIViewController(context: Context) -> UIActivityViewController {
    let controller = UIActivityViewController(activityItems: [file], applicationActivities: nil)
    controller.completionWithItemsHandler = { _, _, _, _ in done() }
    return controller
  }

  func updateUIViewController(_ controller: UIActivityViewController, context: Context) {}
}
