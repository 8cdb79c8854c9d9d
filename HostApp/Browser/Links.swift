import Foundation
import Intake
import Shared
import SwiftUI
import UIKit

/// Saved links, which open where they lead.
extension NavigationModel {
  /// The user taps a document: a link opens in its app, mostly the browser; a folder leads to its place, and
  /// anything else is shown.
  func open(_ entry: DocumentEntry) {
    if entry.isFolder { return showInFolder(entry.path) }
    if entry.isLink { openLink(entry.path) } else { preview(entry.path) }
  }

  /// Opens a saved link, and notes that the user has. One that leads nowhere is shown as the file that it is.
  func openLink(_ path: DocumentPath) {
    problem = nil
    run {
      guard let url = await self.link(at: path) else {
        return await self.present(path)
      }
      guard await self.outgoing.open(url) else { return self.problem = Messages.cannotOpen(url) }
      // Nothing depends on the date.
      _ = try? await self.library.run { documents throws(DiskError) in try documents.noteOpened(path) }
      await self.refresh()
    }
  }

  /// Puts the address of a saved link on the pasteboard.
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
      try documents.head(of: path, count: Link.longest)
    }
    let url = contents.flatMap { Link.url(in: Data($0)) }
    return url?.isFileURL == false ? url : nil
  }
}

/// All saved links, the latest first.
struct LinksView: View {
  let browser: NavigationModel

  var body: some View {
    NavigationStack {
      FolderContents(browser: browser, folder: DocumentPath()) {
      } hint: {
        ContentUnavailableView(
          "No Links", systemImage: "link",
          description: Text("Share a page from another app and choose Intray. You then find its link here."))
      }
      .navigationTitle("Links")
    }
  }
}
