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

/// A document that was shared or imported: when, where from, and whether it is new to the user.
struct RecentRow: View {
  let browser: NavigationModel
  let entry: DocumentEntry
  let isNew: Bool
  @State private var source: String?

  var body: some View {
    HStack {
      DocumentRow(browser: browser, entry: entry)
      VStack(alignment: .trailing) {
        if isNew {
          Image(systemName: "circle.fill")
            .accessibilityLabel(Text("New"))
        }
        if let source {
          Text("From \(source)")
            .font(.caption)
            .foregroundStyle(.secondary)
        }
      }
    }
    .task(id: entry) {
      let arrival = await browser.library?.arrivals(at: [entry.path]).first
      // Of many it is unknown, and then nothing changes.
      if arrival?.site != source { source = arrival?.site }
    }
  }
}
