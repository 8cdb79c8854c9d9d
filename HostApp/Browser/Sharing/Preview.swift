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

/// Quick Look over the documents of a list, and what can be done with the one on screen.
struct LookingView: View {
  let browser: NavigationModel
  let looking: PreviewPages

  var body: some View {
    PreviewScreen(pages: looking, done: { browser.looking = nil })
      .safeAreaInset(edge: .bottom) {
        HStack {
          Button("Move", systemImage: "folder") { browser.beginMoving([looking.shown.path]) }
          Spacer()
          Button("Tags", systemImage: "tag") { browser.showInfo(looking.shown.path) }
          Spacer()
          Button("Share", systemImage: "square.and.arrow.up") { browser.shareLookedAt() }
          Spacer()
          Button("Delete", systemImage: "trash", role: .destructive) { browser.throwAwayLookedAt() }
        }
        .labelStyle(.iconOnly)
        .padding()
        .background(.bar)
      }
  }
}

/// What the user sees in Quick Look, and what becomes of an edit there.
extension NavigationModel {
  /// Shows a preview copy of a document, so that an edit there does not change the document.
  func preview(_ path: DocumentPath) {
    run { await self.present(path) }
  }

  /// Shows a document, when there is a copy to show, or says why not.
  func present(_ path: DocumentPath) async {
    problem = nil
    outgoing.forgetEdited()
    do throws(DiskError) {
      let copy = try await library.makePreviewCopy(of: path)
      let isBlank = copy.isFolder && !QLPreviewController.canPreview(copy.url as NSURL)
      if isBlank { problem = Messages.cannotPreview(path) }
      // Another tap was faster, or there is nothing to see.
      guard looking == nil, !isBlank else { return await library.release(copy) }
      look(through: path, copy)
      // Nothing depends on the date.
      _ = try? await library.run { documents throws(DiskError) in try documents.noteOpened(path) }
    } catch {
      problem = Messages.cannotShow(path, error)
      await refresh()
    }
  }

  /// The preview copy on screen.
  var previewing: PreviewCopies.PreviewCopy? { looking?.shown.copy }

  /// Shows a document, and beside it the others of the list, as the user swipes to them.
  private func look(through path: DocumentPath, _ copy: PreviewCopies.PreviewCopy) {
    var paths = list.entries.filter { $0.kind == .file && !$0.isLink || $0.isPackage }.map(\.path)
    if !paths.contains(path) { paths = [path] }
    let pages = paths.map { other in
      PreviewPage(other, other == path ? copy : nil) { [weak self] in
        await self?.makeCopy(of: $0)
      } save: { [weak self] url, copy in
        self?.keepEdit(at: url, of: copy)
      }
    }
    looking = PreviewPages(pages, first: paths.firstIndex(of: path) ?? 0)
  }

  /// Makes the preview copy of a document that the user swipes to.
  private func makeCopy(of page: PreviewPage) async -> PreviewCopies.PreviewCopy? {
    do throws(DiskError) {
      let copy = try await library.makePreviewCopy(of: page.path)
      if looking?.all.contains(page) == true { return copy }
      await library.release(copy)
    } catch {
      problem = Messages.cannotShow(page.path, error)
    }
    return nil
  }

  /// Throws away the document on screen, and shows the next one.
  func throwAwayLookedAt() {
    guard let looking else { return }
    throwAway([looking.shown.path])
    if looking.all.count == 1 { self.looking = nil } else { looking.remove() }
  }

  /// Quick Look is off the screen and writes no more: takes the preview copy back. An edited one becomes a document beside
  /// the original, and then the user may replace the original by it.
  ///
  /// If the system never calls this, the app takes the copy back when it is next opened.
  func endPreview() {
    let (copies, keeping) = (outgoing.closing, outgoing.keeping)
    outgoing.closing = []
    run { [library] in
      await keeping?.value
      for copy in copies {
        do throws(DiskError) {
          let edited = try await library.run { _ throws(DiskError) in
            try library.edited(try library.previewCopies.release(copy), of: copy)
          }
          if let edited { await self.show(edited) }
        } catch {
          self.problem = Messages.editNotKept
        }
      }
    }
  }

  /// Takes in an edited version that Quick Look wrote elsewhere. The file is there only during the call, so the app first
  /// clones it into its temporary folder; if the process dies then, this version is lost, and the original is whole.
  func keepEdit(at url: URL, of copy: PreviewCopies.PreviewCopy) {
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
      do throws(DiskError) {
        // It is a document already if the preview copy was released before.
        let edited = try await library.run { _ throws(DiskError) in
          try library.edited(
            try library.previewCopies.keepEdit(at: clone.path(percentEncoded: false), of: copy), of: copy)
        }
        if let edited { await self.show(edited) }
      } catch {
        self.problem = Messages.editNotSaved(copy.url.lastPathComponent)
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
    guard let edited = outgoing.edited else { return }
    problem = nil
    outgoing.forgetEdited()
    run {
      await self.replace { documents throws(DiskError) in
        try documents.replaceContents(
          of: edited.original.path, expecting: edited.original.file, by: edited.path, expecting: edited.file)
      }
    }
  }
}

extension NavigationModel {
  /// Puts one document in the place of another, and says where it is then.
  func replace(_ body: @Sendable (Documents) throws(DiskError) -> DocumentPath) async {
    do throws(DiskError) {
      outgoing.replaced = try await library.run(body)
      await changed()
    } catch {
      problem = Messages.action(error)
    }
    await refresh()
  }
}

extension NavigationModel {
  /// What became of an edit, and the question whether both versions are to stay. Nothing waits for the answer.
  var editBanner: Banner? {
    outgoing.edited.map { edited in
      Banner(
        id: "edited",
        text: Text("Your changes are in “\(edited.path.description)”. The original document is unchanged."),
        mark: .symbol("pencil.tip.crop.circle"),
        actions: [
          .init(title: "Keep Both", perform: keepBoth),
          .init(title: "Replace Original", perform: replaceOriginal),
        ])
    }
  }

  /// That a document was replaced on purpose.
  var replacementBanner: Banner? {
    outgoing.replaced.map { path in
      Banner(
        id: "replaced",
        text: Text("“\(path.description)” was replaced. The old version is in Recently Deleted."),
        mark: .symbol("checkmark.circle"))
    }
  }
}

/// Preview copies, and edits of them.
extension DocumentLibrary {
  /// Makes a preview copy of a document.
  ///
  /// - Throws: as ``PreviewCopies/makePreviewCopy(of:copier:)``.
  func makePreviewCopy(of path: DocumentPath) async throws(DiskError) -> PreviewCopies.PreviewCopy {
    try await run { _ throws(DiskError) in
      try previewCopies.makePreviewCopy(of: path, copier: Copier(isCancelled: { Task.isCancelled }))
    }
  }

  /// Releases a preview copy or a parcel. One that cannot be removed now is removed when the app is next opened.
  func release(_ copy: PreviewCopies.PreviewCopy) async {
    await run { _ in _ = try? previewCopies.release(copy) }
  }

  /// The edited version of a document that was found at a path; nil when there is none.
  fileprivate func edited(
    _ path: DocumentPath?, of copy: PreviewCopies.PreviewCopy
  ) throws(DiskError) -> EditedVersion? {
    guard let path, let original = copy.original else { return nil }
    return EditedVersion(original: original, path: path, file: try documents.file(of: SeenDocument(path)))
  }
}
