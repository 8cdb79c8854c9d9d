import Foundation
import IntrayCore
import IntrayIntake
import QuickLook
import SwiftUI
import UIKit

/// An edited version of a document, beside it.
struct EditedVersion: Hashable {
  /// The document, and which file the user saw.
  let original: PreviewCopies.Original
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
          // With what the user has marked up.
          Button("Share", systemImage: "square.and.arrow.up") {
            browser.outgoing.shared = browser.previewing?.url
          }
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
    forget()
    do throws(DiskError) {
      let copy = try await library.makePreviewCopy(of: path)
      let isBlank = copy.isFolder && !QLPreviewController.canPreview(copy.url as NSURL)
      if isBlank {
        problem = String(
          localized: "Quick Look can’t show “\(path.description)”. Share it to open it in another app.")
      }
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

  var previewing: PreviewCopies.PreviewCopy? { looking?.shown.copy }

  /// Shows a document, and beside it the others of the list, as the user swipes to them.
  private func look(through path: DocumentPath, _ copy: PreviewCopies.PreviewCopy) {
    var paths = list.entries.filter { $0.kind == .file && !$0.isLink || $0.isPackage }.map(\.path)
    if !paths.contains(path) { paths = [path] }
    looking = PreviewPages(
      paths.map { PreviewPage($0, $0 == path ? copy : nil) }, first: paths.firstIndex(of: path) ?? 0,
      makeCopy: { [weak self] in await self?.makeCopy(of: $0) },
      save: { [weak self] in self?.keepEdit(at: $0, of: $1) })
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

  /// Quick Look is off the screen and writes no more: takes the preview copies back, or else the app does when it is next opened.
  /// An edited one becomes a document beside the original, which the user may then replace by it.
  func endPreview() {
    let (copies, keeping) = (outgoing.closing, outgoing.keeping)
    outgoing.closing = []
    run { [previewCopies = library.previewCopies] in
      await keeping?.value
      for copy in copies {
        await self.takeIn(
          copy,
          failure: String(
            localized:
              "Your changes couldn’t be saved yet. Intray keeps them and saves them when it opens again.")
        ) { () throws(DiskError) in try previewCopies.release(copy) }
      }
    }
  }

  /// Takes in an edited version that Quick Look wrote elsewhere. The file is there only during the call, so the app first
  /// clones it into its temporary folder; if the process dies then, this version is lost, and the original is whole.
  func keepEdit(at url: URL, of copy: PreviewCopies.PreviewCopy) {
    let failure = String(
      localized:
        "Your changes to “\(copy.url.lastPathComponent)” couldn’t be saved. The original document is unchanged. Please try again."
    )
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    let clone = folder.appending(component: url.lastPathComponent)
    let earlier = outgoing.keeping
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try FileManager.default.copyItem(at: url, to: clone)
    } catch {
      return problem = failure
    }
    let keeping = Task { [previewCopies = library.previewCopies] in
      await earlier?.value
      await takeIn(copy, failure: failure) { () throws(DiskError) in
        // It is a document already if the preview copy was released before.
        try previewCopies.keepEdit(at: clone.path(percentEncoded: false), of: copy)
      }
      // The system empties this folder as well.
      try? FileManager.default.removeItem(at: folder)
    }
    outgoing.keeping = keeping
    run { await keeping.value }
  }

  /// Makes the edited version of a preview copy a document, if there is one, and says where it is, or else the failure.
  private func takeIn(
    _ copy: PreviewCopies.PreviewCopy, failure: String,
    _ find: @Sendable () throws(DiskError) -> DocumentPath?
  ) async {
    do throws(DiskError) {
      let edited = try await library.run { documents throws(DiskError) -> EditedVersion? in
        guard let path = try find(), let original = copy.original else { return nil }
        return EditedVersion(
          original: original, path: path, file: try documents.file(of: SeenDocument(path)))
      }
      guard let edited else { return }
      outgoing.edited = edited
      await changed()
      await refresh()
    } catch {
      problem = failure
    }
  }

  /// The user keeps both versions, where they are.
  func keepBoth() { outgoing.forgetEdited() }

  /// Puts the edited version in the place of the original, which goes to Recently Deleted.
  func replaceOriginal() {
    guard let edited = outgoing.edited else { return }
    forget()
    run {
      await self.replace { documents throws(DiskError) in
        try documents.replaceContents(
          of: edited.original.path, expecting: edited.original.file, by: edited.path, expecting: edited.file)
      }
    }
  }

  /// Asks for the file. Which document is meant is known from now on.
  func beginReplacing(_ path: DocumentPath) {
    forget()
    pick(for: .replacement(of: seen(path)))
  }

  /// Puts a copy of the file in the place of the document, which goes to Recently Deleted: adds the copy beside the document,
  /// then replaces the document by it. The file is only read. If that fails, or the process is killed between, both are
  /// documents.
  func replace(_ document: SeenDocument, by result: Result<[URL], any Error>) {
    switch result {
    case .success(let urls):
      guard let url = urls.first else { return }
      run {
        await self.replace { documents throws(DiskError) in
          let isScoped = url.startAccessingSecurityScopedResource()
          defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
          let staged = try documents.stage(
            .copy(of: url.path(percentEncoded: false)), as: DocumentName(url.lastPathComponent),
            copier: Copier(isCancelled: { Task.isCancelled }))
          let copy = try documents.add(staged, in: document.path.parent)
          return try documents.replaceContents(
            of: document.path, expecting: documents.file(of: document), by: copy, expecting: staged.file)
        }
      }
    // Closing the picker is no failure.
    case .failure(CocoaError.userCancelled): break
    case .failure(let error): problem = error.localizedDescription
    }
  }

  /// Puts one document in the place of another, and says where it is then.
  private func replace(_ body: @Sendable (Documents) throws(DiskError) -> DocumentPath) async {
    do throws(DiskError) {
      outgoing.replaced = try await library.run(body)
      await changed()
    } catch {
      problem = Messages.action(error)
    }
    await refresh()
  }

  /// The user taps a document: a link opens in the browser, a folder leads to its place, and anything else is shown.
  func open(_ entry: DocumentEntry) {
    if entry.isFolder { return showInFolder(entry.path) }
    if entry.isLink { openLink(entry.path) } else { preview(entry.path) }
  }

  /// Opens a saved link, and notes that the user has. One that leads nowhere is shown as the file that it is.
  func openLink(_ path: DocumentPath) {
    problem = nil
    run {
      guard let url = await self.link(at: path) else { return await self.present(path) }
      guard await self.outgoing.open(url) else { return self.problem = Messages.cannotOpen(url) }
      // Nothing depends on the date.
      _ = try? await self.library.run { documents throws(DiskError) in try documents.noteOpened(path) }
      await self.refresh()
    }
  }

  func copyLink(_ path: DocumentPath) {
    run {
      guard let url = await self.link(at: path) else { return await self.present(path) }
      UIPasteboard.general.url = url
    }
  }

  /// The address of a saved link. The address of a file is none: it would lead into another app's folders.
  private func link(at path: DocumentPath) async -> URL? {
    // What cannot be read is shown, and Quick Look says why.
    let contents = try? await library.run { documents throws(DiskError) in
      try documents.head(of: path, count: WebLink.longest)
    }
    let url = contents.flatMap { WebLink.url(in: Data($0)) }
    return url?.isFileURL == false ? url : nil
  }
}

extension DocumentLibrary {
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
}
