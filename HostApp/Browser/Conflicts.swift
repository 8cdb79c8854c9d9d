import Foundation
import IntrayCore
import SwiftUI

/// What the user decides about conflict copies. It ends comparing.
extension DocumentActions {
  /// Keeps both versions: they are two documents from now on.
  func keepBoth(_ copy: DocumentEntry) {
    window.comparison = nil
    decide(copy.seen) { documents, copy throws(DiskError) in
      try documents.keepBoth(copy)
      return copy.path
    }
  }

  /// Keeps one version under the name of the document. The other one goes to Recently Deleted: see
  /// `Documents.replaceContents(of:expecting:by:expecting:now:)`.
  func keepThis(_ kept: DocumentEntry, insteadOf other: DocumentEntry) {
    window.comparison = nil
    decide(other.seen) { documents, other throws(DiskError) in
      // Of a conflict copy that goes, the document already has its name.
      guard kept.conflict != nil else { return try documents.trash([other])[0].get() }
      return try documents.replaceContents(
        of: other.path, expecting: documents.file(of: other), by: kept.path,
        expecting: documents.file(of: kept.seen))
    }
  }

  private func decide(
    _ document: SeenDocument,
    _ body: @escaping @Sendable (Documents, SeenDocument) throws(DiskError) -> DocumentPath
  ) {
    perform(.decide, for: [document]) { documents, _ in
      [Result { () throws(DiskError) in try body(documents, document) }]
    }
  }

  /// Shows preview copies of both versions. If the process dies meanwhile, they are removed when the app is next opened.
  func compare(_ copy: DocumentEntry, with original: DocumentEntry) {
    guard window.comparison == nil else { return }
    notices.problem = nil
    window.run {
      var versions: [Comparison.Version] = []
      for entry in [copy, original] {
        do throws(DiskError) {
          versions.append(
            Comparison.Version(entry: entry, copy: try await library.makePreviewCopy(of: entry.path)))
        } catch {
          notices.problem = Messages.cannotShow(entry.path, error)
        }
      }
      if versions.count == 2 {
        window.comparison = Comparison(versions: versions)
      } else {
        await release(versions)
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
  let window: WindowModel
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
      .sheetBar(Text("Compare Versions")) { Button("Done") { window.comparison = nil } }
      .toolbar {
        ToolbarItem(placement: .bottomBar) {
          Button("Keep Both") { window.actions.keepBoth(comparison.versions[0].entry) }
        }
      }
    }
    .onDisappear { window.run { await window.actions.release(comparison.versions) } }
  }

  private var versions: some View {
    ForEach(comparison.versions) { version in
      VStack {
        PreviewScreen(pages: PreviewPages([PreviewPage(version.entry.path, version.copy)]))
        Text(verbatim: version.entry.path.description)
        Text(version.entry.modified.date, format: .moment).caption()
        Button("Keep This Version") {
          let other = comparison.versions[version.id == comparison.id ? 1 : 0]
          window.actions.keepThis(version.entry, insteadOf: other.entry)
        }
        .accessibilityLabel(Messages.keeps(version.entry))
      }
    }
  }
}

/// A conflict copy and its document, and what the user can decide.
struct ConflictRow: View {
  let page: ListModel
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
      let found = await page.window.library.original(of: entry)
      if found != original { original = found }
      hasLooked = true
    }
  }

  @ViewBuilder private var choices: some View {
    Button("Keep Both") { page.actions.keepBoth(entry) }
    if let original {
      Button("Compare") { page.actions.compare(entry, with: original) }
      Button("Keep This Version") { page.actions.keepThis(entry, insteadOf: original) }
        .accessibilityLabel(Messages.keeps(entry))
      Button("Keep Other Version") { page.actions.keepThis(original, insteadOf: entry) }
        .accessibilityLabel(Messages.keeps(original))
    }
  }

  private func version(_ entry: DocumentEntry, _ title: Text) -> some View {
    Button {
      page.actions.preview(entry)
    } label: {
      HStack {
        DocumentThumbnail(app: page.window.app, entry: entry, side: 40)
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
