import Foundation
import Shared
import SwiftUI

/// What other programs get to see of the documents at the moment.
struct Outgoing {
  /// What Quick Look shows; nil is nothing.
  fileprivate(set) var preview: PreviewCopies.PreviewCopy?
  /// The parcel that is being packed; nil is none.
  fileprivate(set) var packing: Task<Void, Never>?
  /// The parcel that is being sent; nil is none.
  fileprivate(set) var parcel: PreviewCopies.PreviewCopy?
  /// The folder that is shown in Files; nil is none.
  var place: ShownFolder?
  /// The preview copy that the user edited, until the user does something else.
  fileprivate(set) var edited: DocumentPath?

  /// Whether there is something to show above the bottom edge.
  var hasNews: Bool { packing != nil || edited != nil }

  /// The user does something else.
  mutating func forgetEdited() { edited = nil }

  /// A folder, as the user sees it in Files.
  struct ShownFolder: Identifiable {
    let url: URL
    var id: URL { url }
  }
}

/// What the user shows and sends.
extension NavigationModel {
  /// Shows a preview copy of a document, so that an edit there does not change the document.
  func preview(_ path: DocumentPath) {
    run { await self.present(path) }
  }

  /// Shows a document, when there is a copy to show, or says why not.
  func present(_ path: DocumentPath) async {
    guard let library else { return }
    problem = nil
    outgoing.forgetEdited()
    switch await library.lend(path) {
    case .success(let copy):
      guard outgoing.preview == nil else {
        // Another tap was faster. What cannot be removed now is removed when the app is next opened.
        _ = await library.takeBack(copy)
        return
      }
      outgoing.preview = copy
    case .failure(let error):
      problem = Messages.cannotShow(path, error)
      await refresh()
    }
  }

  /// What Quick Look shows; SwiftUI sets it to nil when the user closes Quick Look.
  var previewed: URL? {
    get { outgoing.preview?.url }
    set { if newValue == nil { endPreview() } }
  }

  private func endPreview() {
    guard let library, let copy = outgoing.preview else { return }
    outgoing.preview = nil
    run {
      switch await library.takeBack(copy) {
      case .success(nil): break
      case .success(let edited?):
        self.outgoing.edited = edited
        await self.changed()
        await self.refresh()
      case .failure(let error): self.problem = Messages.editNotKept(error)
      }
    }
  }

  /// Packs documents as a parcel, and then asks whom to send it to.
  func send(_ paths: [DocumentPath]) {
    guard let library, outgoing.packing == nil, !paths.isEmpty else { return }
    problem = nil
    let packing = Task {
      let packed = await library.pack(paths)
      outgoing.packing = nil
      switch packed {
      case .success(let copy): outgoing.parcel = copy
      case .failure(let failure): problem = Messages.notSent(failure)
      }
    }
    outgoing.packing = packing
    run { await packing.value }
  }

  /// Ends the packing. Nothing of it is left.
  func stopPacking() {
    outgoing.packing?.cancel()
  }

  /// The parcel for the share sheet; SwiftUI sets it to nil when the user closes the sheet.
  var sending: PreviewCopies.PreviewCopy? {
    get { outgoing.parcel }
    set { if newValue == nil { endSending() } }
  }

  /// The user sent the parcel, or cancelled.
  func endSending() {
    guard let library, let copy = outgoing.parcel else { return }
    outgoing.parcel = nil
    // One that cannot be removed now is removed when the app is next opened.
    run { _ = await library.takeBack(copy) }
  }

  /// Shows the folder that a document is in, where Files has it.
  func showInFiles(_ path: DocumentPath) {
    problem = nil
    run {
      guard let root = await self.placeInFiles() else {
        self.problem = Messages.notInFiles
        return
      }
      let folder = path.parent.names.reduce(root) { $0.appending(component: $1.description) }
      self.outgoing.place = Outgoing.ShownFolder(url: folder)
    }
  }
}

/// The parcel that is being packed, and the preview copy that the user edited.
struct OutgoingRows: View {
  let browser: NavigationModel

  var body: some View {
    if browser.outgoing.packing != nil {
      Group {
        ProgressView("Packing a parcel")
        Button("Stop", role: .cancel) { browser.stopPacking() }
      }
    }
    if let path = browser.outgoing.edited {
      Group {
        Label(
          "Your changes are in “\(path.description)”. The original document is unchanged.",
          systemImage: "pencil.tip.crop.circle")
      }
    }
  }
}

extension PreviewCopies.PreviewCopy {
  /// Where the other program finds it.
  var url: URL { URL(filePath: path) }
}
