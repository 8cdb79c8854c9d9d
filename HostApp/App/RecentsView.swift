import Shared
import SwiftUI

/// Documents that were shared or imported, the latest first, until they are gone.
struct RecentsView: View {
  let model: HostModel
  let browser: NavigationModel

  var body: some View {
    NavigationStack {
      FolderContents(browser: browser, folder: DocumentPath(), recents: model.recents) {
        News(model: model, browser: browser)
      } hint: {
        if !model.hasNews { EmptyInbox() }
      }
      .navigationTitle("Recents")
      .navigationDestination(for: RecentShare.self) { share in
        RecentShareView(recents: model.recents, browser: browser, share: share)
      }
      .refreshable { await model.drain() }
    }
  }
}

/// What the user sees while there is no document yet.
struct EmptyInbox: View {
  var body: some View {
    ContentUnavailableView(
      "Nothing Here Yet", systemImage: "tray",
      description: Text(
        "Share an item from another app and choose Intray. You then see it here and in Files.")
    )
  }
}
