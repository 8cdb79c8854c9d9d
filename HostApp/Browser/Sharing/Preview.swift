import Foundation
import IntrayCore
import IntrayIntake
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

/// Quick Look over the documents of a list, what can be done with the one on screen, and what went wrong.
struct LookingView: View {
  let window: WindowModel
  let pages: PreviewPages

  var body: some View {
    PreviewScreen(pages: pages, done: { window.preview = nil })
      .safeAreaInset(edge: .bottom) {
        VStack {
          if let problem = window.notices.problem {
            BannerRow(banner: .problem(problem, actions: [.close { window.notices.problem = nil }]))
          }
          if pages.canEdit {
            HStack {
              Button("Move", systemImage: "folder") { with { window.sheet = .move([$0]) } }
              Spacer()
              Button("Tags", systemImage: "tag") { with { window.actions.showInfo($0) } }
              Spacer()
              // With what the user has marked up.
              Button("Share", systemImage: "square.and.arrow.up") {
                if let url = pages.shown.copy?.url { window.sheet = .share(url, nil) }
              }
              Spacer()
              Button("Delete", systemImage: "trash", role: .destructive) {
                with { window.actions.deleteLookedAt($0) }
              }
            }
            .labelStyle(.iconOnly)
          }
        }
        .padding()
        .background(.bar)
      }
      .onDisappear { window.actions.endPreview(of: pages) }
  }

  /// Does something with the document on screen, where it is by now.
  private func with(_ body: @escaping @MainActor (DocumentEntry) -> Void) {
    let (path, index) = (pages.shown.path, window.library.index)
    window.run {
      do throws(DiskError) {
        // It may have been moved there just now.
        try await index.look(at: path.parent)
        guard let entry = await index.entries(at: [path]).first else { throw DiskError(.notFound, at: "") }
        body(entry)
      } catch {
        window.notices.problem = Messages.cannotFollow(path, error)
      }
    }
  }
}

/// What the user sees in Quick Look, and what becomes of an edit there.
extension DocumentActions {
  /// The user taps a document: a link opens in the browser, a folder is gone into, and anything else is shown.
  ///
  /// - Parameter entries: what else the user can swipe to.
  func open(_ entry: DocumentEntry, among entries: [DocumentEntry]) {
    if entry.cloud != nil, !entry.isFolder { return app.cloud.open(entry, in: window) }
    if entry.isFolder { return window.enter(entry.path) }
    if entry.isLink { openLink(entry) } else { preview(entry, among: entries) }
  }

  /// Shows a preview copy of a document, so that an edit there does not change the document.
  func preview(_ entry: DocumentEntry, among entries: [DocumentEntry] = []) {
    window.run { await present(entry.path, among: entries) }
  }

  /// Shows a document, when there is a copy to show, or says why not.
  private func present(_ path: DocumentPath, among entries: [DocumentEntry]) async {
    notices.forget()
    do throws(DiskError) {
      let copy = try await library.makePreviewCopy(of: path)
      if copy.isBlank { notices.problem = Messages.cannotPreview(path) }
      // Another tap was faster, or there is nothing to see.
      guard window.preview == nil, !copy.isBlank else { return await library.release(copy) }
      look(through: path, copy, among: entries)
      // The date only orders Files' Recents: without it the document is shown all the same.
      _ = try? await library.run { documents throws(DiskError) in try documents.noteOpened(path) }
    } catch {
      notices.problem = Messages.cannotShow(path, error)
      app.overview.raise()
    }
  }

  /// Shows a document, and beside it the others of the list, as the user swipes to them.
  private func look(
    through path: DocumentPath, _ copy: PreviewCopies.PreviewCopy, among entries: [DocumentEntry]
  ) {
    var paths = entries.filter { $0.kind == .file && !$0.isLink || $0.isPackage }.map(\.path)
    if !paths.contains(path) { paths = [path] }
    window.preview = PreviewPages(
      paths.map { PreviewPage($0, $0 == path ? copy : nil) }, first: paths.firstIndex(of: path) ?? 0,
      makeCopy: { await makeCopy(of: $0) }, save: { keepEdit(at: $0, of: $1) })
  }

  /// Makes the preview copy of a document that the user swipes to.
  private func makeCopy(of page: PreviewPage) async -> PreviewCopies.PreviewCopy? {
    do throws(DiskError) {
      let copy = try await library.makePreviewCopy(of: page.path)
      if window.preview?.all.contains(page) == true { return copy }
      await library.release(copy)
    } catch {
      notices.problem = Messages.cannotShow(page.path, error)
    }
    return nil
  }

  /// Throws away the document on screen, and shows the next one.
  func deleteLookedAt(_ entry: DocumentEntry) {
    guard let pages = window.preview else { return }
    delete([entry])
    if pages.all.count == 1 { window.preview = nil } else { pages.remove() }
  }

  /// Quick Look is off the screen and writes no more: takes the preview copies back, or else the app does when it is next opened.
  /// An edited one becomes a document beside the original. It stays there, or takes its place, as the user has answered.
  func endPreview(of pages: PreviewPages) {
    window.run { [previewCopies = library.previewCopies] in
      await pages.keeping?.value
      for copy in pages.copies {
        await takeIn(
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
  private func keepEdit(at url: URL, of copy: PreviewCopies.PreviewCopy) {
    let failure = String(
      localized:
        "Your changes to “\(copy.url.lastPathComponent)” couldn’t be saved. The original document is unchanged. Try again."
    )
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    let clone = folder.appending(component: url.lastPathComponent)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try FileManager.default.copyItem(at: url, to: clone)
    } catch {
      return notices.problem = failure
    }
    let pages = window.preview
    let keeping = Task { [previewCopies = library.previewCopies, earlier = pages?.keeping] in
      await earlier?.value
      await takeIn(copy, failure: failure) { () throws(DiskError) in
        // It is a document already if the preview copy was released before.
        try previewCopies.keepEdit(at: clone.path(percentEncoded: false), of: copy)
      }
      // The system empties this folder as well.
      try? FileManager.default.removeItem(at: folder)
    }
    pages?.keeping = keeping
    window.run { await keeping.value }
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
      if library.preferences().markupAnswer == .replace { return await putInPlace(edited) }
      notices.outcome = .edited(edited)
      await app.changed()
    } catch {
      notices.problem = failure
    }
  }

  /// The user has said what becomes of an edited version, and of those to come.
  func settle(_ edited: EditedVersion, _ answer: Preferences.MarkupAnswer) {
    Preferences.keep(answer)
    notices.forget()
    if answer == .replace { window.run { await putInPlace(edited) } }
  }

  /// Puts the edited version in the place of the original, which goes to Recently Deleted.
  private func putInPlace(_ edited: EditedVersion) async {
    await replace { documents throws(DiskError) in
      try documents.replaceContents(
        of: edited.original.path, expecting: edited.original.file, by: edited.path, expecting: edited.file)
    }
  }

  /// Puts a copy of the file in the place of the document, which goes to Recently Deleted: adds the copy beside the document,
  /// then replaces the document by it. The file is only read. If that fails, or the process is killed between, both are
  /// documents.
  func replace(_ document: SeenDocument, by result: Result<[URL], any Error>) {
    switch result {
    case .success(let urls):
      guard let url = urls.first else { return }
      window.run {
        await replace { documents throws(DiskError) in
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
    case .failure(let error): notices.problem = Messages.picker(error)
    }
  }

  /// Puts one document in the place of another, and says where it is then.
  private func replace(_ body: @Sendable (Documents) throws(DiskError) -> DocumentPath) async {
    do throws(DiskError) {
      notices.outcome = .replaced(try await library.run(body))
      await app.changed()
    } catch {
      notices.problem = Messages.action(error)
      app.overview.raise()
    }
  }

  // MARK: Links

  /// Opens a saved link, and notes that the user has. A page of the web opens at once; any other address is shown whole, and the
  /// user is asked, because a document may be from anyone, and its address may start something in another app. One that leads
  /// nowhere is shown as the file that it is.
  func openLink(_ entry: DocumentEntry) {
    notices.problem = nil
    window.run {
      switch await link(at: entry.path) {
      case .page(let url): await open(url, from: entry.path)
      case .other(let url): window.question = .open(url)
      case .none: await present(entry.path, among: [])
      }
    }
  }

  /// The user wants an address opened that is no page of the web.
  func openConfirmed(_ url: URL) { window.run { await open(url, from: nil) } }

  private func open(_ url: URL, from path: DocumentPath?) async {
    guard await app.openURL(url) else { return notices.problem = Messages.noApp(opens: url) }
    guard let path else { return }
    // That it was opened is only a mark in the list.
    _ = try? await library.run { documents throws(DiskError) in try documents.noteOpened(path) }
    app.overview.raise()
  }

  /// Copies the address of a saved link; of any other document, a link that opens it in Intray.
  func copyLink(_ entry: DocumentEntry) {
    guard entry.isLink else { return UIPasteboard.general.url = DocumentLink(entry.seen).url }
    window.run {
      switch await link(at: entry.path) {
      case .page(let url), .other(let url): UIPasteboard.general.url = url
      case .none: await present(entry.path, among: [])
      }
    }
  }

  private enum SavedLink {
    case page(URL)
    /// An address of another scheme.
    case other(URL)
    case none
  }

  /// The address of a saved link. What would lead into another app's folders, run as a script, or do something in Intray itself is
  /// none.
  private func link(at path: DocumentPath) async -> SavedLink {
    // What cannot be read is shown, and Quick Look says why.
    let contents = try? await library.run { documents throws(DiskError) in
      try documents.head(of: path, count: WebLink.longest)
    }
    guard let url = contents.flatMap({ WebLink.url(in: Data($0)) }), let scheme = url.scheme?.lowercased()
    else {
      return .none
    }
    switch scheme {
    case "http", "https": return .page(url)
    case "file", "javascript", "data", DocumentLink.scheme: return .none
    default: return .other(url)
    }
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
