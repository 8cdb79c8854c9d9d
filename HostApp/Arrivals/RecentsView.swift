import Foundation
import Shared
import SwiftUI

/// Documents that were shared or imported, the latest first, until they are gone.
struct RecentsView: View {
  let recents: RecentsModel
  @Bindable var browser: NavigationModel
  let importer: Importer
  let drain: @MainActor @Sendable () async -> Void

  var body: some View {
    NavigationStack {
      FolderContents(browser: browser, folder: DocumentPath(), isNew: recents.isNew) {}
        .overlay {
          if browser.isListed, browser.list.total == 0, browser.text.isEmpty { EmptyInbox() }
        }
        .modifier(FolderBar(browser: browser))
        .modifier(SelectionBar(browser: browser))
        .modifier(StatusBar(banners: browser.banners(importer)))
        .navigationTitle("Recents")
        .refreshable { await drain() }
    }
  }
}

/// What the user sees while there is no document yet.
struct EmptyInbox: View {
  var body: some View {
    ContentUnavailableView {
      Label("Nothing Here Yet", systemImage: "tray")
    } description: {
      Text("Share an item from another app and choose Intray. You then see it here and in Files.")
    }
  }
}
