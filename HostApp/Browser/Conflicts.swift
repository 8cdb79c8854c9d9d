import Foundation
import Shared
import SwiftUI

/// What the user decides about conflict copies.
extension NavigationModel {
  /// Keeps both versions: they are two documents from now on.
  func keepBoth(_ copy: DocumentEntry) {
    let copy = copy.seen
    perform(.decide, for: copy) { documents throws(DiskError) in
      try documents.keepBoth(copy)
      return copy.path
    }
  }

  /// Keeps one version under the name of the document. The other one goes to Recently Deleted: see
  /// `Documents.replaceContents(of:expecting:by:expecting:now:)`.
  func keepThis(_ kept: DocumentEntry, insteadOf other: DocumentEntry) {
    perform(.decide, for: other.seen) { documents throws(DiskError) in
      // Of a conflict copy that goes, the document already has its name.
      guard kept.conflict != nil else { return try documents.trash([other.seen])[0].get() }
      return try documents.replaceContents(
        of: other.path, expecting: documents.file(of: other.seen), by: kept.path,
        expecting: documents.file(of: kept.seen))
    }
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
  /// A version and its preview copy.
  struct Version: Identifiable {
    let entry: DocumentEntry
    let copy: PreviewCopies.PreviewCopy
    var id: DocumentPath { entry.path }
  }

  /// The conflict copy, and the document.
  let versions: [Version]
  var id: DocumentPath? { versions.first?.id }
}

extension NavigationModel {
  /// Shows both versions of a document side by side.
  ///
  /// If the process dies meanwhile, the preview copies are removed when the app is next opened.
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

  /// Keeps one of two versions, and ends comparing.
  func keep(_ version: Comparison.Version, of comparison: Comparison) {
    guard let other = comparison.versions.first(where: { $0.id != version.id }) else { return }
    self.comparison = nil
    keepThis(version.entry, insteadOf: other.entry)
  }

  /// Keeps both versions, and ends comparing.
  func keepBoth(of comparison: Comparison) {
    self.comparison = nil
    if let copy = comparison.versions.first(where: { $0.entry.conflict != nil }) { keepBoth(copy.entry) }
  }
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
      .navigationTitle("Compare Versions")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Done") { browser.comparison = nil }
        }
        ToolbarItem(placement: .bottomBar) {
          Button("Keep Both") { browser.keepBoth(of: comparison) }
        }
      }
    }
  }

  private var versions: some View {
    ForEach(comparison.versions) { version in
      VStack {
        PreviewScreen(pages: PreviewPages([PreviewPage(version.entry.path, version.copy)]))
        Text(verbatim: version.entry.path.description)
        Text(version.entry.modified.date, format: Date.FormatStyle(date: .abbreviated, time: .shortened))
          .font(.caption)
          .foregroundStyle(.secondary)
        Button("Keep This Version") { browser.keep(version, of: comparison) }
          .accessibilityLabel(Messages.keeps(version.entry))
      }
    }
  }
}
