import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI
import UIKit

/// What other programs get to see of documents.
extension DocumentActions {
  /// Packs documents as a parcel, and then asks whom to send it to. One parcel at a time.
  func send(_ entries: [DocumentEntry]) {
    guard !entries.isEmpty else { return }
    let paths = entries.map(\.path)
    notices.problem = nil
    window.run {
      let packed = await app.queue.run(
        String(localized: "Packing a parcel"), key: "parcel", reason: "Packing documents"
      ) { [library] _ in
        await library.run { _ in
          var culprit: DocumentPath?
          let packed = Result { () throws(DiskError) in
            try library.previewCopies.pack(paths, copier: Copier(isCancelled: { Task.isCancelled })) {
              culprit = $0
            }
          }
          return (packed, culprit)
        }
      }
      switch packed {
      case (.success(let copy), _)?: window.sheet = .share(copy.url, copy)
      case (.failure(let error), _)? where error.code == .cancelled: break
      case (.failure(let error), let culprit)?:
        let reason = Messages.action(error)
        notices.problem =
          culprit.map { String(localized: "“\($0.description)” couldn’t be packed. \(reason)") } ?? reason
      case nil: break
      }
    }
  }

  /// The user sent a copy that was made for it, or cancelled.
  func release(_ copy: PreviewCopies.PreviewCopy) { window.run { await library.release(copy) } }

  /// Opens Files at a document. If the system does not open Files, says where the document is there.
  ///
  /// Apple does not document the scheme, so it may end with any system; many apps use it:
  /// <https://stackoverflow.com/a/64592118>. A document picker would show the folder as well, but what the user taps there
  /// is chosen for Intray and not opened in Files.
  func showInFiles(_ path: DocumentPath) {
    notices.problem = nil
    window.run {
      guard let root = await app.files.place() else {
        notices.problem = String(
          localized: "Files doesn’t show Intray at the moment. Open Files once, and try again.")
        return
      }
      let place = path.names.reduce(root) { $0.appending(component: $1.description) }
      var link = URLComponents(url: place, resolvingAgainstBaseURL: true)
      link?.scheme = "shareddocuments"
      if let url = link?.url, await app.openURL(url) { return }
      let folders = [FilesDomain.displayName] + path.parent.names.map(\.description)
      let there = folders.joined(separator: " › ")
      notices.problem = String(
        localized:
          "Files couldn’t be opened. To see the item there, open Files, tap Browse, and go to “\(there)”.")
    }
  }

  /// Compresses documents into a ZIP archive beside them. The system zips without saying how far it is.
  func compress(_ entries: [DocumentEntry]) {
    guard let first = entries.first else { return }
    let paths = entries.map(\.path)
    notices.forget()
    window.run {
      let result = await app.queue.run(
        String(localized: "Compressing “\(first.name.description)”"), reason: "Compressing documents"
      ) { [library] _ in await library.compress(paths) }
      if case .failure(let error)? = result, error.code != .cancelled {
        notices.problem = Messages.action(error, of: paths.count)
      }
      await app.changed()
    }
  }

  // MARK: What the user picks

  /// Asks for the file to put in the place of a document. Which document is meant is known from now on.
  func beginReplacing(_ entry: DocumentEntry) {
    notices.forget()
    window.picking = .replacement(of: entry.seen)
  }

  /// The user picked files, or the system could not show the picker.
  func picked(_ result: Result<[URL], any Error>, for purpose: PickingPurpose) {
    window.picking = nil
    switch purpose {
    case .addition(let folder): app.importer.pick(result, into: folder)
    case .replacement(let document): replace(document, by: result)
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
