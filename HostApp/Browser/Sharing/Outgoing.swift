import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI
import UIKit

/// What other programs get to see of the documents at the moment.
struct Outgoing {
  /// What Quick Look has shown, until it is off the screen: until then it may still write.
  var closing: [PreviewCopies.PreviewCopy] = []
  /// The edited versions that are being taken in.
  var keeping: Task<Void, Never>?
  /// The parcel that is being sent.
  fileprivate(set) var parcel: PreviewCopies.PreviewCopy?
  /// What the user shares from Quick Look; nil is nothing.
  var shared: URL?
  /// Opens an address in the app that it leads to, and answers whether the system could.
  var open: @MainActor (URL) async -> Bool = { await UIApplication.shared.open($0) }
  /// The edited version of a document, until the user does something else.
  var edited: EditedVersion?
  /// Where the document is whose old version the user has replaced, until the user does something else.
  var replaced: DocumentPath?
  /// Where the document is that the user recovered last, until the user does something else, and whether that is not where it was.
  var recovered: (path: DocumentPath, isElsewhere: Bool)?

  mutating func forgetEdited() { (edited, replaced, recovered) = (nil, nil, nil) }
}

extension NavigationModel {
  /// The user does something else: what was said of the last thing goes.
  func forget() {
    problem = nil
    outgoing.forgetEdited()
  }
}

enum PickingPurpose {
  case addition(to: DocumentPath)
  /// To put a copy of one in the place of a document.
  case replacement(of: SeenDocument)

  /// Whether the user may pick several, and folders.
  var takesSeveral: Bool { if case .addition = self { true } else { false } }
}

/// What the user picks. A window has one file picker: of two in one view, or one around the other, one does not open.
extension NavigationModel {
  func pick(for purpose: PickingPurpose) { (picking, isPicking) = (purpose, true) }

  /// The user picked files, or the system could not show the picker.
  func picked(_ result: Result<[URL], any Error>, _ importer: Importer) {
    isPicking = false
    switch picking {
    case .addition(let folder): importer.pick(result, into: folder)
    case .replacement(let document): replace(document, by: result)
    }
  }

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
      case .failure(let error) where error.code == .cancelled: break
      case .failure(let error):
        let reason = Messages.action(error)
        self.problem =
          culprit.map { String(localized: "“\($0.description)” couldn’t be packed. \(reason)") } ?? reason
      }
    }
  }

  /// What the share sheet is for: the parcel, what the user shares from Quick Look, or a copy of a document of iCloud.
  var sharing: URL? { outgoing.parcel?.url ?? outgoing.shared ?? drive.sharing?.url }

  /// The user sent it, or cancelled.
  func endSending() {
    outgoing.shared = nil
    drive.sharing = nil
    guard let copy = outgoing.parcel else { return }
    outgoing.parcel = nil
    run { await self.library.release(copy) }
  }

  /// Opens Files at a document. If the system does not open Files, says where the document is there.
  ///
  /// Apple does not document the scheme, so it may end with any system; many apps use it:
  /// <https://stackoverflow.com/a/64592118>. A document picker would show the folder as well, but what the user taps there
  /// is chosen for Intray and not opened in Files.
  func showInFiles(_ path: DocumentPath) {
    problem = nil
    run {
      guard let root = await self.placeInFiles() else {
        self.problem = String(
          localized: "Files doesn’t show Intray at the moment. Open Files once, and try again.")
        return
      }
      let place = path.names.reduce(root) { $0.appending(component: $1.description) }
      var link = URLComponents(url: place, resolvingAgainstBaseURL: true)
      link?.scheme = "shareddocuments"
      if let url = link?.url, await self.outgoing.open(url) { return }
      let folders = [FilesDomain.displayName] + path.parent.names.map(\.description)
      let there = folders.joined(separator: " › ")
      self.problem = String(
        localized:
          "Files couldn’t be opened. To see the item there, open Files, tap Browse, and go to “\(there)”.")
    }
  }

  /// Compresses documents into a ZIP archive beside them. The system zips without saying how far it is.
  func compress(_ paths: [DocumentPath]) {
    guard let first = paths.first?.names.last else { return }
    forget()
    perform(String(localized: "Compressing “\(first.description)”")) { [library] in
      await library.compress(paths)
    } done: { result in
      if case .failure(let error) = result, error.code != .cancelled {
        self.problem = Messages.action(error, of: paths.count)
      }
      await self.changed()
      await self.refresh()
    }
  }
}

extension DocumentLibrary {
  /// Compresses documents.
  func compress(_ paths: [DocumentPath]) async -> Result<DocumentPath, DiskError> {
    // `cancel()` may be called from any thread, and is the one thing that another thread calls.
    nonisolated(unsafe) let coordinator = NSFileCoordinator()
    return await withTaskCancellationHandler {
      await run { documents in
        Result { () throws(DiskError) in
          try documents.compress(
            paths, in: previewCopies, copier: Copier(isCancelled: { Task.isCancelled })
          ) { folder, take throws(DiskError) in try Self.zip(folder, by: coordinator, take) }
        }
      }
    } onCancel: {
      coordinator.cancel()
    }
  }

  /// Has the system zip a folder.
  ///
  /// - Throws: ``DiskError/Code/cancelled`` when the coordinator is cancelled before the archive is there.
  private static func zip(
    _ folder: String, by coordinator: NSFileCoordinator, _ take: (String) -> Void
  ) throws(DiskError) {
    var refusal: NSError?
    coordinator.coordinate(
      readingItemAt: URL(filePath: folder, directoryHint: .isDirectory), options: .forUploading,
      error: &refusal
    ) { take($0.path) }
    guard let refusal else { return }
    let code: DiskError.Code =
      switch (refusal.domain, CocoaError.Code(rawValue: refusal.code)) {
      case (NSCocoaErrorDomain, .userCancelled): .cancelled
      case (NSCocoaErrorDomain, .fileWriteOutOfSpace): .noSpace
      default: .failed
      }
    throw DiskError(code, call: refusal.domain, number: Int32(clamping: refusal.code), at: folder)
  }
}

/// What is to be seen above the bottom edge of a list.
extension NavigationModel {
  /// What the user must know of this window, of what is being added, and of iCloud.
  func banners(_ importer: Importer? = nil) -> [Banner] {
    var banners: [Banner] = []
    if let problem { banners.append(.problem(problem) { self.problem = nil }) }
    // Until the user has decided on all.
    if conflicts > 0, [.documents, .recents].contains(shownPlace) {
      banners.append(
        Banner(
          id: "conflicts", text: Text("\(conflicts) documents have another version"),
          mark: .symbol("exclamationmark.arrow.triangle.2.circlepath"),
          actions: [.init(title: "Review") { self.place = .conflicts }]))
    }
    if let edited = outgoing.edited {
      // Nothing waits for the answer.
      banners.append(
        Banner(
          id: "edited",
          text: Text(
            "Your changes are in “\(edited.path.description)”. The original document is unchanged."),
          mark: .symbol("pencil.tip.crop.circle"),
          actions: [
            .init(title: "Keep Both", perform: keepBoth),
            .init(title: "Replace Original", perform: replaceOriginal),
          ]))
    }
    if let path = outgoing.replaced {
      banners.append(
        Banner(
          id: "replaced",
          text: Text("“\(path.description)” was replaced. The old version is in Recently Deleted."),
          mark: .symbol("checkmark.circle")))
    }
    banners += works.map(\.banner) + (importer?.banners ?? []) + drive.cloud.banners
    if let (path, isElsewhere) = outgoing.recovered {
      banners.append(
        Banner(
          id: "recovered",
          text: isElsewhere
            ? Text("“\(path.description)” was recovered. Its folder no longer exists.")
            : Text("“\(path.description)” was recovered."),
          actions: [.init(title: "Show") { self.showInFolder(path) }]))
    }
    if let change = thrownAway.first {
      // The name that the user saw; in Recently Deleted it may be another one.
      let name = change.old.names.last?.description ?? ""
      banners.append(
        Banner(
          id: "deleted",
          text: thrownAway.count == 1
            ? Text("“\(name)” is in Recently Deleted.")
            : Text("\(thrownAway.count) items are in Recently Deleted."),
          announcement: String(localized: "“\(name)” is in Recently Deleted."),
          actions: [.init(title: "Undo", perform: undo)]))
    }
    return banners
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
