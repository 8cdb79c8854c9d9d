import Foundation
import IntrayCore
import SwiftUI

/// What the user decides about conflict copies. It ends comparing.
extension NavigationModel {
  /// Keeps both versions: they are two documents from now on.
  func keepBoth(_ copy: DocumentEntry) {
    comparison = nil
    let copy = copy.seen
    perform(.decide, for: copy) { documents throws(DiskError) in
      try documents.keepBoth(copy)
      return copy.path
    }
  }

  /// Keeps one version under the name of the document. The other one goes to Recently Deleted: see
  /// `Documents.replaceContents(of:expecting:by:expecting:now:)`.
  func keepThis(_ kept: DocumentEntry, insteadOf other: DocumentEntry) {
    comparison = nil
    perform(.decide, for: other.seen) { documents throws(DiskError) in
      // Of a conflict copy that goes, the document already has its name.
      guard kept.conflict != nil else { return try documents.trash([other.seen])[0].get() }
      return try documents.replaceContents(
        of: other.path, expecting: documents.file(of: other.seen), by: kept.path,
        expecting: documents.file(of: kept.seen))
    }
  }

  /// Shows preview copies of both versions. If the process dies meanwhile, they are removed when the app is next opened.
  func compare(_ copy: DocumentEntry, with original: DocumentEntry) {
    guard comparison == nil else { return }
    problem = nil
    run {
      var versions: [Comparison.Version] = []
      for entry in [copy, original] {
        do throws(DiskError) {
          versions.append(
            Comparison.Version(entry: entry, copy: try await self.library.makePreviewCopy(of: entry.path)))
        } catch {
          self.problem = Messages.cannotShow(entry.path, error)
        }
      }
      if versions.count == 2 {
        self.comparison = Comparison(versions: versions)
      } else {
        await self.release(versions)
      }
    }
  }

  /// Takes preview copies back. An edited one becomes a document of its own.
  func release(_ versions: [Comparison.Version]) async {
    for version in versions { await library.release(version.copy) }
  }
}

extension DocumentLibrary {
  /// The document that a conflict copy is in conflict with; nil when it is gone.
  func original(of copy: DocumentEntry) async -> DocumentEntry? {
    guard let item = copy.conflict else { return nil }
    return await index.entry(of: item)
  }
}

/// Both versions of a document in conflict, while the user compares them.
struct Comparison: Identifiable {
  struct Version: Identifiable {
    let entry: DocumentEntry
    let copy: PreviewCopies.PreviewCopy
    var id: DocumentPath { entry.path }
  }

  /// The conflict copy, and the document.
  let versions: [Version]
  var id: DocumentPath { versions[0].id }
}

extension Messages {
  /// What VoiceOver says of a button that keeps one of two versions: which one.
  static func keeps(_ version: DocumentEntry) -> Text {
    Text("Keep “\(version.path.description)”, \(date(version.modified.date))")
  }
}

/// Both versions of a document: beside each other where there is room, else one below the other.
struct ComparisonView: View {
  let browser: NavigationModel
  let comparison: Comparison
  @Environment(\.horizontalSizeClass) private var width

  var body: some View {
    NavigationStack {
      Group {
        if width == .regular {
          HStack { versions }
        } else {
          VStack { versions }
        }
      }
      .sheetBar(Text("Compare Versions")) { Button("Done") { browser.comparison = nil } }
      .toolbar {
        ToolbarItem(placement: .bottomBar) {
          Button("Keep Both") { browser.keepBoth(comparison.versions[0].entry) }
        }
      }
    }
  }

  private var versions: some View {
    ForEach(comparison.versions) { version in
      VStack {
        PreviewScreen(pages: PreviewPages([PreviewPage(version.entry.path, version.copy)]))
        Text(verbatim: version.entry.path.description)
        Text(version.entry.modified.date, format: .moment).caption()
        Button("Keep This Version") {
          let other = comparison.versions[version.id == comparison.id ? 1 : 0]
          browser.keepThis(version.entry, insteadOf: other.entry)
        }
        .accessibilityLabel(Messages.keeps(version.entry))
      }
    }
  }
}

/// Conflict copies: edits of documents that were edited elsewhere at the same time. The user keeps both versions, or one.
struct ConflictsView: View {
  let browser: NavigationModel

  var body: some View {
    NavigationStack {
      List {
        ForEach(browser.list.entries) { ConflictRow(browser: browser, entry: $0) }
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
        Text("The other version was deleted.").caption()
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
            .caption()
          Text(verbatim: entry.path.description)
          HStack {
            Text(entry.modified.date, format: .moment)
            Text(entry.size, format: .byteCount(style: .file))
          }
          .caption()
        }
      }
      .accessibilityElement(children: .combine)
    }
    .buttonStyle(.borderless)
  }
}
