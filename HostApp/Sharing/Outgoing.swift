import Foundation
import Shared
import SwiftUI
import UIKit

/// What other programs get to see of the documents at the moment.
struct Outgoing {
  /// What Quick Look shows; nil is nothing.
  var preview: PreviewCopies.PreviewCopy?
  /// The versions that the user compares; nil is none.
  var comparison: Comparison?
  /// What Quick Look has shown, until it is off the screen: until then it may still write.
  var closing: [PreviewCopies.PreviewCopy] = []
  /// The edited versions that are being taken in.
  var keeping: Task<Void, Never>?
  /// The parcel that is being packed; nil is none.
  fileprivate(set) var packing: Task<Void, Never>?
  /// The parcel that is being sent; nil is none.
  fileprivate(set) var parcel: PreviewCopies.PreviewCopy?
  /// Opens Files, and answers whether the system could.
  var openFiles: @MainActor (URL) async -> Bool = { await UIApplication.shared.open($0) }
  /// The edited version of a document, until the user does something else.
  var edited: EditedVersion?
  /// Where the document is whose old version the user has replaced, until the user does something else.
  var superseded: DocumentPath?

  /// Whether there is something to show above the bottom edge.
  var hasNews: Bool { packing != nil || edited != nil || superseded != nil }
  /// The document that the user replaces by a file, and whether the user picks that file now.
  var replacing: (document: SeenDocument, isPicking: Bool)?

  /// The user does something else.
  mutating func forgetEdited() { (edited, superseded) = (nil, nil) }
}

/// What the user sends.
extension NavigationModel {
  /// Packs documents as a parcel, and then asks whom to send it to.
  func send(_ paths: [DocumentPath]) {
    guard let library, outgoing.packing == nil, !paths.isEmpty else { return }
    problem = nil
    let packing = Task {
      let (packed, culprit) = await library.run { _ in
        var culprit: DocumentPath?
        let packed = Result { () throws(DiskError) in
          try library.previewCopies.pack(paths, copier: Copier(isCancelled: { Task.isCancelled })) {
            culprit = $0
          }
        }
        return (packed, culprit)
      }
      outgoing.packing = nil
      switch packed {
      case .success(let copy): outgoing.parcel = copy
      case .failure(let error): problem = Messages.notSent(culprit?.description, error)
      }
    }
    outgoing.packing = packing
    run { await packing.value }
  }

  /// Ends the packing. Nothing of it is left.
  func stopPacking() {
    outgoing.packing?.cancel()
  }

  /// The parcel for the share sheet.
  var sending: PreviewCopies.PreviewCopy? { outgoing.parcel }

  /// The user sent the parcel, or cancelled.
  func endSending() {
    guard let library, let copy = outgoing.parcel else { return }
    outgoing.parcel = nil
    run { await library.takeBack(copy) }
  }
}

/// The parcel that is being packed, and the document that the user edited.
struct OutgoingRows: View {
  let browser: NavigationModel

  var body: some View {
    if browser.outgoing.packing != nil {
      Group {
        ProgressView("Packing a parcel")
        Button("Stop", role: .cancel) { browser.stopPacking() }
      }
    }
    EditedRows(browser: browser)
  }
}

extension PreviewCopies.PreviewCopy {
  /// Where the other program finds it.
  var url: URL { URL(filePath: path, directoryHint: isFolder ? .isDirectory : .notDirectory) }
}
