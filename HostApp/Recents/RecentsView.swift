import Foundation
import Shared
import SwiftUI

/// Documents that were shared or imported, the latest first, until they are gone.
struct RecentsView: View {
  let model: HostModel
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack {
      FolderContents(browser: browser, folder: DocumentPath(), isNew: model.recents.isNew) {}
        .overlay {
          if browser.isListed, browser.list.total == 0, browser.text.isEmpty { EmptyInbox() }
        }
        .modifier(FolderBar(browser: browser))
        .modifier(SelectionBar(browser: browser))
        .modifier(StatusBar(browser: browser, importer: model.importer))
        .navigationTitle("Recents")
        .refreshable { await model.drain() }
    }
  }
}

/// A document that was shared or imported: when, where from, and whether it is new to the user.
struct RecentRow: View {
  let browser: NavigationModel
  let entry: DocumentEntry
  let isNew: Bool

  var body: some View {
    HStack {
      DocumentRow(browser: browser, entry: entry)
      VStack(alignment: .trailing) {
        if isNew {
          Image(systemName: "circle.fill")
            .accessibilityLabel(Text("New"))
        }
        if let source = entry.source {
          Text("From \(source)")
            .font(.caption)
            .foregroundStyle(.secondary)
        }
      }
    }
  }
}
