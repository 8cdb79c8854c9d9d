import IntrayCore
import SwiftUI

/// Quick Look beside a list: the document that is chosen there, which the user cannot edit here.
///
/// It shows a preview copy, which it takes back when another document is chosen, when the document changes, and when the column
/// goes. If the process dies before, the app takes the copy back when it is next opened.
struct PreviewColumn: View {
  let window: WindowModel
  @State private var pages: PreviewPages?
  /// Why the document is not shown.
  @State private var problem: String?

  var body: some View {
    VStack {
      if let pages {
        PreviewScreen(pages: pages)
          .onDisappear { window.actions.endPreview(of: pages) }
          // Quick Look of another document is another one.
          .id(pages.id)
      } else {
        ContentUnavailableView(
          "No Preview", systemImage: "eye",
          description: problem.map { Text(verbatim: $0) } ?? Text("Select a document to see it here."))
      }
    }
    .task(id: window.chosen) { await show(window.chosen) }
  }

  private func show(_ entry: DocumentEntry?) async {
    problem = nil
    guard let path = entry?.path else { return pages = nil }
    do throws(DiskError) {
      let copy = try await window.library.makePreviewCopy(of: path)
      if !Task.isCancelled, !copy.isBlank { return pages = PreviewPages([PreviewPage(path, copy)]) }
      await window.library.release(copy)
      // Another one may be chosen by now.
      if !Task.isCancelled { (pages, problem) = (nil, Messages.cannotPreview(path)) }
    } catch {
      if error.code != .cancelled { (pages, problem) = (nil, Messages.cannotShow(path, error)) }
    }
  }
}
