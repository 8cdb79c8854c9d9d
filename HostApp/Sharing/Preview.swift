import Foundation
import QuickLook
import Shared
import SwiftUI

/// An edited version of a document, beside it.
struct EditedVersion: Hashable {
  /// The document, and which file the user saw.
  let original: PreviewCopies.Original
  /// Where the edited version is.
  let path: DocumentPath
  /// Which file that is.
  let file: FileID
}

/// What the user sees in Quick Look, and what becomes of an edit there.
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
      let isBlank = copy.isFolder && !QLPreviewController.canPreview(copy.url as NSURL)
      if isBlank { problem = Messages.cannotPreview(path) }
      guard outgoing.preview == nil, !isBlank else {
        // Another tap was faster, or there is nothing to see. What cannot be removed now is removed when the app is next
        // opened.
        _ = await library.takeBack(copy)
        return
      }
      outgoing.preview = copy
    case .failure(let error):
      problem = Messages.cannotShow(path, error)
      await refresh()
    }
  }

  /// What Quick Look shows; nil when the user closes it.
  var previewing: PreviewCopies.PreviewCopy? {
    get { outgoing.preview }
    set {
      guard newValue == nil, let copy = outgoing.preview else { return }
      outgoing.preview = nil
      outgoing.closing.append(copy)
    }
  }

  /// Quick Look is off the screen and writes no more: takes the preview copy back. An edited one becomes a document beside
  /// the original, and then the user may replace the original by it.
  ///
  /// If the system never calls this, the app takes the copy back when it is next opened.
  func endPreview() {
    guard let library else { return }
    let (copies, keeping) = (outgoing.closing, outgoing.keeping)
    outgoing.closing = []
    run {
      await keeping?.value
      for copy in copies {
        switch await library.takeBackEdit(copy) {
        case .success(nil): break
        case .success(let edited?): await self.show(edited)
        case .failure(let error): self.problem = Messages.editNotKept(error)
        }
      }
    }
  }

  /// Takes in an edited version that Quick Look wrote elsewhere. The file is there only during the call, so the app first
  /// clones it into its temporary folder; if the process dies then, this version is lost, and the original is whole.
  func keepEdit(at url: URL, of copy: PreviewCopies.PreviewCopy) {
    guard let library else { return }
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    let clone = folder.appending(component: url.lastPathComponent)
    let earlier = outgoing.keeping
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try FileManager.default.copyItem(at: url, to: clone)
    } catch {
      return problem = Messages.editNotSaved(copy.url.lastPathComponent)
    }
    let keeping = Task {
      await earlier?.value
      switch await library.keepEdit(at: clone, of: copy) {
      case .success(nil): break
      case .success(let edited?): await self.show(edited)
      case .failure: self.problem = Messages.editNotSaved(copy.url.lastPathComponent)
      }
      // The system empties this folder as well.
      try? FileManager.default.removeItem(at: folder)
    }
    outgoing.keeping = keeping
    run { await keeping.value }
  }

  private func show(_ edited: EditedVersion) async {
    outgoing.edited = edited
    await changed()
    await refresh()
  }

  /// The user keeps both versions, where they are.
  func keepBoth() { outgoing.forgetEdited() }

  /// Puts the edited version in the place of the original, which goes to Recently Deleted.
  func replaceOriginal() {
    guard let library, let edited = outgoing.edited else { return }
    problem = nil
    outgoing.forgetEdited()
    run {
      switch await library.replace(edited) {
      case .success(let path):
        self.outgoing.superseded = path
        await self.changed()
      case .failure(let error): self.problem = Messages.action(error)
      }
      await self.refresh()
    }
  }
}

/// What became of an edit, and the question whether both versions are to stay. Nothing waits for the answer.
struct EditedRows: View {
  let browser: NavigationModel

  var body: some View {
    if let edited = browser.outgoing.edited {
      Group {
        Label(
          "Your changes are in “\(edited.path.description)”. The original document is unchanged.",
          systemImage: "pencil.tip.crop.circle")
        Button("Keep Both") { browser.keepBoth() }
        Button("Replace Original") { browser.replaceOriginal() }
      }
    }
    if let path = browser.outgoing.superseded {
      Group {
        Label(
          "“\(path.description)” was replaced. The old version is in Recently Deleted.",
          systemImage: "checkmark.circle")
      }
    }
  }
}

/// Edits of preview copies. Each method makes its calls into `Shared` off the main thread.
extension DocumentLibrary {
  /// Takes back a preview copy.
  ///
  /// - Returns: the edited version, if another program edited the copy.
  @concurrent
  func takeBackEdit(_ copy: PreviewCopies.PreviewCopy) async -> Result<EditedVersion?, DiskError> {
    Self.result { () throws(DiskError) in
      try edited(try previewCopies.takeBack(copy), of: copy)
    }
  }

  /// Takes in an edited version that another program wrote elsewhere.
  ///
  /// - Returns: the edited version, if it is a document already, because the preview copy was taken back before.
  @concurrent
  func keepEdit(
    at url: URL, of copy: PreviewCopies.PreviewCopy
  ) async -> Result<EditedVersion?, DiskError> {
    Self.result { () throws(DiskError) in
      try edited(try previewCopies.keepEdit(at: url.path(percentEncoded: false), of: copy), of: copy)
    }
  }

  private func edited(
    _ path: DocumentPath?, of copy: PreviewCopies.PreviewCopy
  ) throws(DiskError) -> EditedVersion? {
    guard let path, let original = copy.original else { return nil }
    return EditedVersion(original: original, path: path, file: try documents.file(of: SeenDocument(path)))
  }

  /// Puts an edited version in the place of the original, which goes to the trash.
  ///
  /// - Returns: where the edited version is then.
  @concurrent
  func replace(_ edited: EditedVersion) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.supersede(
        edited.original.path, expecting: edited.original.file, by: edited.path, expecting: edited.file
      ).path
    }
  }
}
