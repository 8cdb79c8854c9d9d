import Foundation
import Shared
import SwiftUI

/// Conflict copies: edits of documents that were edited elsewhere at the same time. The user keeps both versions, or one.
struct ConflictsView: View {
  let browser: NavigationModel

  var body: some View {
    NavigationStack {
      List {
        ForEach(browser.list.entries) { entry in
          ConflictRow(browser: browser, entry: entry)
        }
      }
      .overlay {
        if browser.isListed, browser.list.total == 0 {
          ContentUnavailableView("No Conflicts", systemImage: "checkmark.circle")
        }
      }
      .modifier(StatusBar(banners: browser.banners()))
      .navigationTitle("Conflicts")
    }
  }
}

/// A conflict copy and its document, and what the user can decide.
struct ConflictRow: View {
  let browser: NavigationModel
  let entry: DocumentEntry
  @State private var original: DocumentEntry?
  /// Whether the app has looked for the other version. Until then the row says nothing about it.
  @State private var hasLooked = false

  var body: some View {
    VStack(alignment: .leading) {
      version(entry, Text("This version"))
      if let original {
        version(original, Text("The other version"))
      } else if hasLooked {
        Text("The other version was deleted.")
          .font(.caption)
          .foregroundStyle(.secondary)
      }
      ViewThatFits(in: .horizontal) {
        HStack { choices }
        VStack(alignment: .leading) { choices }
      }
      // Else a tap anywhere in the row would press them all.
      .buttonStyle(.borderless)
    }
    .task(id: entry) {
      let found = await browser.library.original(of: entry)
      if found != original { original = found }
      hasLooked = true
    }
  }

  @ViewBuilder private var choices: some View {
    Button("Keep Both") { browser.keepBoth(entry) }
    if let original {
      Button("Compare") { browser.compare(entry, with: original) }
      Button("Keep This Version") { browser.keepThis(entry, insteadOf: original) }
        .accessibilityLabel(Messages.keeps(entry))
      Button("Keep Other Version") { browser.keepThis(original, insteadOf: entry) }
        .accessibilityLabel(Messages.keeps(original))
    }
  }

  private func version(_ entry: DocumentEntry, _ title: Text) -> some View {
    Button {
      browser.preview(entry.path)
    } label: {
      HStack {
        DocumentThumbnail(library: browser.library, entry: entry, side: 40)
        VStack(alignment: .leading) {
          title
            .font(.caption)
            .foregroundStyle(.secondary)
          Text(verbatim: entry.path.description)
          HStack {
            Text(entry.modified.date, format: Date.FormatStyle(date: .abbreviated, time: .shortened))
            Text(entry.size, format: .byteCount(style: .file))
          }
          .font(.caption)
          .foregroundStyle(.secondary)
        }
      }
      .accessibilityElement(children: .combine)
    }
    .buttonStyle(.borderless)
  }
}
